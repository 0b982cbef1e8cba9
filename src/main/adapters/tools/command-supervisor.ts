import { startProcess } from '../start-process.ts'
import { namelessProgram } from './nameless-program.ts'
import { elfProgram, words32 } from './sandbox/elf-program.ts'
import { type FilteredArch, isFilteredArch } from './sandbox/seccomp-filter.ts'

/** The file descriptor of the program that becomes the parent of what a command leaves behind. */
const REAPER = 4

/** Instructions: `prctl(PR_SET_CHILD_SUBREAPER, 1)`, then `execve` of its arguments, `exit_group(127)` if that fails. */
const CODE: Readonly<Record<FilteredArch, Buffer>> = {
  x64: Buffer.from(
    'bf24000000be0100000031d24531d24531c0b89d0000000f05488b0424488d54c410488d742410488b3eb83b0000000f05bf7f000000b8e70000000f05',
    'hex',
  ),
  arm64: words32([
    0xd2800480, 0xd2800021, 0xd2800002, 0xd2800003, 0xd2800004, 0xd28014e8, 0xd4000001, 0xf94003e9, 0x910043e1,
    0xf9400020, 0x8b090c22, 0xd2801ba8, 0xd4000001, 0xd2800fe0, 0xd2800bc8, 0xd4000001,
  ]),
}

/**
 * Supervises the command in `$@`, as the process that orphans below it become children of (PR_SET_CHILD_SUBREAPER,
 * prctl(2)): also one that made a session of its own and whose parent has ended. When the command has ended, all that
 * is left is killed, generation by generation. SIGTERM is for the command.
 */
export const SUPERVISE = [
  `exec ${REAPER}<&-`,
  'trap : TERM',
  'exec 5>&2 2>/dev/null',
  '"$@" 2>&5 5>&-',
  'status=$?',
  'exec 5<> <(:) >/dev/null',
  'for ((n = 0; n < 200; n++)); do left=',
  '  read -r left </proc/$$/task/$$/children',
  '  [ -n "$left" ] || break',
  '  kill -KILL $left',
  '  read -rt 0.01 -u 5',
  'done',
  'exit "$status"',
].join('\n')

let reaper: Promise<number | null> | null = null

/**
 * Returns an open file with the program that runs another one as a subreaper; null: this system cannot run it. The file
 * has no name any more, so that nobody can write it.
 */
export function openReaper(): Promise<number | null> {
  reaper ??= makeReaper().catch(() => null)
  return reaper
}

async function makeReaper(): Promise<number | null> {
  const { arch, platform } = process
  if (platform !== 'linux' || !isFilteredArch(arch)) return null
  const file = await namelessProgram(elfProgram(arch, CODE[arch], 0))
  // Kept open as long as ikigai runs.
  openFiles.push(file)
  return (await runs(file.fd)) ? file.fd : null
}

/** A file that is not referred to any more would be closed. */
const openFiles: unknown[] = []

/** Whether the system runs it: not where programs in the temporary folder are forbidden. */
async function runs(fd: number): Promise<boolean> {
  const args = ['-c', 'exec /dev/fd/3 /bin/sh -c "[ -r /proc/$$/task/$$/children ]"']
  const started = await startProcess('bash', args, { stdio: ['ignore', 'ignore', 'ignore', fd], reaches: 'nothing' })
  if (!started.ok) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  started.value.once('close', (code) => resolve(code === 0))
  return promise
}
