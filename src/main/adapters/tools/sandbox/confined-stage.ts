import type { Program } from '../../../core/ports/sandbox-ports.ts'
import { CHANNEL, PROXY_PORT } from './port-program.ts'

/** Where the program that opens the port is inside the sandbox. Agents cannot write there. */
export const PORT_PROGRAM = '/dev/ikigai-port'

const CHANGED =
  'The sandbox was not started: files of the folder were moved while it was prepared. Run the command again.'

/**
 * Compares the mounts with the expected ones (`expectedMounts`), which come as file descriptor 6. Between the search for
 * protected places and the mounts another command can put a link where a folder was, and bubblewrap would follow it.
 */
const CHECK = [
  'checked() {',
  '  local LC_ALL=C _ at root',
  '  local -A roots',
  '  while read -r _ _ _ root at _; do roots[$at]=$root; done </proc/self/mountinfo',
  '  while read -r at root; do [ "${roots[$at]}" = "$root" ] || return 1; done <&6',
  '}',
  `checked || { printf '%s\\n' '${CHANGED}' >&2; exit 126; }`,
  'exec 6<&-',
]

const PROXY_VARIABLES = [
  ...['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy'].map(
    (name) => `${name}=http://127.0.0.1:${PROXY_PORT}`,
  ),
  ...['NO_PROXY', 'no_proxy'].map((name) => `${name}=localhost,127.0.0.1,::1`),
  'NODE_USE_ENV_PROXY=1',
]

/**
 * Opens the port, and goes on without the channel and with the variables by which programs find a proxy. Where the port
 * cannot be opened, the exit code of its program is sent instead, and the program has no network.
 */
const PORT = [
  `if { "$0" </dev/null >/dev/null; } 2>/dev/null; then export ${PROXY_VARIABLES.join(' ')}`,
  `else printf '%s\\n' "$?" >&${CHANNEL}; fi`,
  `exec ${CHANNEL}>&-`,
  'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE',
]

/** Returns the program that checks the mounts inside the sandbox, opens the port if it has one, and starts the program. */
export function confinedStage({ command, args }: Program, bash: string, hasProxy: boolean): Program {
  const stage = [...CHECK, ...(hasProxy ? PORT : []), 'exec "$@"'].join('\n')
  return { command: bash, args: ['--norc', '-c', stage, PORT_PROGRAM, command, ...args] }
}
