"""Which system calls a confined process may make, and why; `confinement` refuses the others."""

# What is in none of these lists is unknown to this process (ENOSYS), also what later
# versions of Linux will have. Each group says why it may stay.
ALLOWED = """
    read write readv writev pread64 pwrite64 preadv pwritev lseek _llseek
    open openat openat2 creat close close_range dup dup2 dup3 sendfile sendfile64 copy_file_range
    splice tee ftruncate ftruncate64 truncate truncate64 fsync fdatasync readahead
    flock umask

    stat lstat fstat stat64 lstat64 fstat64 newfstatat fstatat64 statx access faccessat faccessat2
    readlink readlinkat getcwd chdir fchdir getdents getdents64 statfs fstatfs statfs64 fstatfs64
    mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2
    getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr

    mmap mmap2 munmap mprotect mremap madvise brk msync munlock get_mempolicy mbind
    pkey_alloc pkey_free pkey_mprotect membarrier

    futex futex_time64 futex_waitv set_robust_list get_robust_list rseq set_tid_address gettid exit
    exit_group arch_prctl set_thread_area get_thread_area sched_yield sched_getaffinity
    sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min
    sched_rr_get_interval getcpu restart_syscall

    rt_sigaction rt_sigprocmask rt_sigreturn sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait
    rt_sigtimedwait_time64 sigaltstack pause alarm setitimer getitimer timer_settime
    timer_gettime timer_getoverrun timer_delete signalfd signalfd4 kill tgkill

    gettimeofday time times nanosleep timerfd_create timerfd_settime timerfd_gettime

    poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64 epoll_create epoll_create1
    epoll_ctl epoll_ctl_old epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2 pipe pipe2

    sendto recvfrom send recv sendmsg recvmsg sendmmsg recvmmsg shutdown getsockopt getsockname
    getpeername

    getpid getppid getuid geteuid getgid getegid getresuid getresgid getgroups getuid32 geteuid32
    getgid32 getegid32 getresuid32 getresgid32 getgroups32 getpgrp getpgid getsid uname sysinfo
    capget getrlimit ugetrlimit setrlimit getrusage getpriority ioprio_get getrandom wait4 waitid
""".split()
# In this order:
# - Files: Landlock says which may be opened, limits how much may be written; a lock can only
#   be had on a file that may be opened, and nothing else locks those. Not fallocate, which fills
#   a disk before anybody looks; without it the C library writes zeros.
# - Names: Landlock refuses to change any but in the own folder, and to list others.
# - Memory: of this process alone, and limited. Not mincore, which tells what others read.
# - Threads of this process. Of other processes they tell numbers at most.
# - Signals that this process gets, and timers that send it some; a filter of its own lets it
#   send signals to itself only.
# - Time: to read the clock and to wait.
# - Waiting, and pipes between threads: what is in them is limited by the open files.
# - Pairs of streams, connected from the beginning: there is nobody else to send to, and
#   without setsockopt no way to change what they are.
# - What this process is: numbers and limits. Limits can only be lowered.

# These fail as not permitted, which Python and its libraries understand: starting
# programs and processes, other processes, the network, owners of files, links and
# devices, being told of what others do, memory outside the limits, what changes the system.
PROGRAMS_AND_PROCESSES = "fork vfork execve execveat".split()
NETWORK = "socket connect bind listen accept accept4 setsockopt".split()
FORBIDDEN = """
    ptrace process_vm_readv process_vm_writev kcmp
    pidfd_open pidfd_getfd pidfd_send_signal tkill rt_sigqueueinfo rt_tgsigqueueinfo
    setpriority ioprio_set sched_setaffinity sched_setscheduler sched_setparam sched_setattr
    process_madvise process_mrelease migrate_pages move_pages setsid setpgid
    socket connect bind listen accept accept4 setsockopt
    chown fchown lchown fchownat link linkat symlink symlinkat mknod mknodat
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
    inotify_init inotify_init1 inotify_add_watch inotify_rm_watch fanotify_init fanotify_mark
    memfd_create memfd_secret shmget shmat shmctl shmdt semget semop semtimedop semctl
    msgget msgsnd msgrcv msgctl mq_open mq_unlink mlock mlock2 mlockall
    unshare setns mount umount2 pivot_root chroot bpf perf_event_open userfaultfd
    keyctl add_key request_key io_uring_setup io_setup sync syncfs
    reboot swapon swapoff sethostname setdomainname settimeofday clock_settime adjtimex
    clock_adjtime acct quotactl syslog personality seccomp
    open_by_handle_at name_to_handle_at
    setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset
""".split()
# These do nothing, and say that all is well: Landlock does not know them, and copying a
# file, unpacking an archive and the like ends with them. With fadvise64 a run could empty the
# page cache of files, which the next run could see.
WITHOUT_EFFECT = """
    chmod fchmod fchmodat fchmodat2 utime utimes futimesat utimensat utimensat_time64
    fadvise64 fadvise64_64
""".split()
# Of calls that can do many things, what may be asked for. The numbers are the same on all
# architectures: of fcntl to copy a descriptor, its flags, locks, the size of a pipe; of
# ioctl whether it is a terminal and how large, what can be read, not to wait, to close on
# exec; of prctl names of threads and of memory, and what can only be read. Not whom a file
# sends signals (F_SETOWN, F_SETSIG, FIOSETOWN, SIOCSPGRP), leases, or being told of changes.
ASKED = {
    "fcntl": [0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032],
    "ioctl": [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451],
    "prctl": [3, 7, 15, 16, 21, 23, 27, 29, 30, 39, 41, 42, 0x53564D41],
}
# What may be asked for without this bit of this argument. Not whether what is read is in the
# page cache (RWF_NOWAIT), which tells what others have read; not the clock of a process by its
# number, which tells how long others have run: such a number is negative.
WITHOUT = {
    **dict.fromkeys(["preadv2", "pwritev2"], (5, 8)),
    **dict.fromkeys(
        """
        clock_gettime clock_gettime64 clock_getres clock_getres_time64
        clock_nanosleep clock_nanosleep_time64 timer_create
        """.split(),
        (0, 0x8000_0000),
    ),
}
ASKED["fcntl64"] = [*ASKED["fcntl"], 12, 13, 14]
