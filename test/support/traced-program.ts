/**
 * Runs `ikigai` under `strace`, which notes every connection of it and of what it starts: `IKIGAI_TEST_PROGRAM` of processes whose
 * connections are listed. `CONNECTION_LOG`: the file.
 */
import { join } from 'node:path'

const program = join(import.meta.dirname, '..', '..', 'bin', 'ikigai.mjs')
const log = process.env['CONNECTION_LOG'] ?? ''
// The tracer is not the parent, so that signals reach the program.
const trace = ['-D', '-f', '-qq', '-e', 'trace=connect,sendto,sendmsg', '-A', '-o', log]
process.execve?.(
  '/usr/bin/strace',
  ['strace', ...trace, process.execPath, program, ...process.argv.slice(2)],
  process.env,
)
