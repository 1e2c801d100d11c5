// Python's `random.Random(text)`: the same seed hides the same code here and in the notebook.

const SIZE = 624;

export class PythonRandom {
  constructor(keys) {
    this.state = new Uint32Array(SIZE);
    this.index = SIZE;
    this.seed(keys);
  }

  // As Python does it: the text and its SHA-512, read as one large number.
  static async of(text) {
    const bytes = new TextEncoder().encode(text);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-512", bytes));
    const all = [...bytes, ...digest];
    const keys = [];
    for (let end = all.length; end > 0; end -= 4) {
      const word = all.slice(Math.max(0, end - 4), end);
      keys.push(word.reduce((sum, byte) => ((sum << 8) | byte) >>> 0, 0));
    }
    while (keys.length > 1 && keys.at(-1) === 0) keys.pop();
    return new PythonRandom(keys);
  }

  seed(keys) {
    const state = this.state;
    const mix = (i, factor) => Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), factor);
    state[0] = 19650218;
    for (let i = 1; i < SIZE; i += 1) state[i] = mix(i, 1812433253) + i;
    let i = 1;
    const step = () => {
      i += 1;
      if (i >= SIZE) {
        state[0] = state[SIZE - 1];
        i = 1;
      }
    };
    for (let k = 0, j = 0; k < Math.max(SIZE, keys.length); k += 1, j = (j + 1) % keys.length) {
      state[i] = (state[i] ^ mix(i, 1664525)) + keys[j] + j;
      step();
    }
    for (let k = 0; k < SIZE - 1; k += 1) {
      state[i] = (state[i] ^ mix(i, 1566083941)) - i;
      step();
    }
    state[0] = 0x80000000;
  }

  twist() {
    const state = this.state;
    for (let i = 0; i < SIZE; i += 1) {
      const y = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
      state[i] = state[(i + 397) % SIZE] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.index = 0;
  }

  word() {
    if (this.index >= SIZE) this.twist();
    let y = this.state[this.index];
    this.index += 1;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  random() {
    const [high, low] = [this.word() >>> 5, this.word() >>> 6];
    return (high * 67108864 + low) / 9007199254740992;
  }

  below(many) {
    const bits = 32 - Math.clz32(many);
    for (;;) {
      const drawn = this.word() >>> (32 - bits);
      if (drawn < many) return drawn;
    }
  }
}
