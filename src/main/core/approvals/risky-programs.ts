/**
 * Programs with options or operands that write files or run other programs, beyond what their name suggests. For
 * example, a rule `sort *` would otherwise allow writing any file (`sort -o`).
 */
interface RiskyProgram {
  /** Names without a folder and without a version suffix (`python` includes `python3.12`). */
  readonly programs: readonly string[]
  /** Options that write files or run programs. If `*` matched one of them, the user is asked. */
  readonly options: readonly string[]
  /** The documentation of these options, and what they write or run. */
  readonly source: string
}

/** Programs for which a pattern with `*` is never offered. */
const NEVER_OFFERED: readonly RiskyProgram[] = [
  row('sh bash dash ash zsh ksh mksh fish csh tcsh pwsh powershell cmd', '', 'sh(1p): -c runs its operand'),
  row(
    'python pypy perl ruby node nodejs deno bun php lua luajit',
    '',
    'python(1), perl(1), node(1): -c, -e and scripts',
  ),
  row('Rscript R julia tclsh wish expect osascript irb java jshell', '', 'Rscript(1), tclsh(1), java(1): scripts'),
  row('awk gawk mawk nawk', '', 'gawk(1): system(), print > file, print | command'),
  row('sed gsed', '-i --in-place', 'sed(1): -i; the commands w and e'),
  row('find gfind', '', 'find(1): -exec, -ok, -delete, -fprint'),
  row('fd fdfind', '-x --exec -X --exec-batch', 'fd(1)'),
  row('xargs parallel entr watch', '', 'xargs(1), parallel(1), entr(1), watch(1): run their operands'),
  row('env command builtin exec eval source .', '', 'env(1), bash(1): run their operands'),
  row('nohup nice ionice setsid stdbuf timeout time chrt taskset flock script', '', 'nohup(1), …: run their operands'),
  row(
    'sudo doas su runuser pkexec chroot unshare nsenter strace ltrace gdb busybox toybox',
    '',
    'sudo(8), …: run operands',
  ),
  row('tar gtar bsdtar', '', 'tar(1): --to-command, --checkpoint-action, -I, -f'),
  row('zip unzip 7z 7za cpio pax ar', '', 'zip(1): -TT; unzip(1), cpio(1): write what the archive names'),
  row('sort gsort', '-o --output --compress-program', 'sort(1): -o, --compress-program'),
  row('uniq', '', 'uniq(1): the second operand is the output'),
  row('curl', '', 'curl(1): -o, -O, -K, -T, --dump-header'),
  row('wget wget2 aria2c', '', 'wget(1): -O, --use-askpass, --post-file'),
  row('ssh scp sftp rsync', '', 'ssh(1): -o ProxyCommand; scp(1): -S; rsync(1): -e'),
  row('nc ncat netcat socat telnet ftp lftp', '', 'ncat(1): -e; socat(1): EXEC'),
  row('vi vim nvim view ex ed emacs nano less more most man', '', 'vim(1): -c; less(1): !; man(1): -P'),
  row('tee dd cp mv ln install truncate rm rmdir shred chmod chown mkfifo', '', 'their operands are files anywhere'),
  row('npx bunx pnpx uvx pipx', '', 'npx(1): runs a package by name'),
  row(
    'crontab at batch systemctl systemd-run docker podman kubectl',
    '',
    'crontab(1), docker(1): run what they are given',
  ),
]

/** Programs for which a pattern with `*` is offered; the `*` does not match their risky options. */
const OFFERED: readonly RiskyProgram[] = [
  row(
    'git',
    '-c --config-env --exec-path --git-dir --work-tree --output --output-directory -O --open-files-in-pager --ext-diff --textconv --upload-pack --receive-pack --exec -x --template',
    'git(1), git-diff(1), git-grep(1), git-fetch(1), git-rebase(1)',
  ),
  row('make gmake', '-f --file --makefile --eval', 'make(1)'),
  row('rg', '--pre --hostname-bin', 'rg(1)'),
  row('go', '-exec -toolexec -o', 'go help build, go help test'),
]

/**
 * Git subcommands for which a pattern with `*` is offered: they write only inside the repository, and none of their
 * options runs a program except those listed in `OFFERED`. Source: the manual pages of git(1).
 */
const GIT_OFFERED = new Set(
  'status diff log show rev-parse ls-files ls-tree describe merge-base blame shortlog add commit switch checkout restore branch tag stash'.split(
    ' ',
  ),
)

/** Whether a pattern with `*` after this program and subcommand ('' for none) may be offered to the user. */
export function mayOfferWildcard(program: string, subcommand: string): boolean {
  const name = programName(program)
  if (NEVER_OFFERED.some(({ programs }) => programs.includes(name))) return false
  return name !== 'git' || GIT_OFFERED.has(subcommand)
}

/**
 * Returns the words of a command that are risky options of a program in it. Short options are found inside a group
 * (`-uo`), long options also as an abbreviation (`--outp`) and with a value.
 */
export function riskyOptions(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const name = programName(word)
    const risky = [...NEVER_OFFERED, ...OFFERED].find(({ programs }) => programs.includes(name))
    return risky === undefined ? [] : words.slice(at + 1).filter((each) => isOneOf(each, risky.options))
  })
}

/** The name of a program without its folder and version. */
export function programName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).replace(/(?<=[A-Za-z])-?\d[\d.]*$/, '')
}

function isOneOf(word: string, options: readonly string[]): boolean {
  const [name = ''] = word.split('=', 1)
  return options.some((option) => {
    if (option.startsWith('--')) return name.length > 2 && option.startsWith(name)
    if (option.length > 2) return name === option || name === `-${option}`
    return /^-[^-]/.test(word) && word.includes(option.slice(1))
  })
}

function row(programs: string, options: string, source: string): RiskyProgram {
  return { programs: programs.split(' '), options: options === '' ? [] : options.split(' '), source }
}
