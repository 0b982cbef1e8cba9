import type { Program } from '../../../core/ports/sandbox-ports.ts'
import { CHANNEL } from './port-program.ts'

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

const OTHER_NETWORK = 'The sandbox was not started: its network is not that of this agent. Run the command again.'

/** Compares the network with the agent's, which comes as file descriptor 5. */
const CHECK_NETWORK = [
  `[ /proc/self/ns/net -ef /proc/self/fd/5 ] || { printf '%s\\n' '${OTHER_NETWORK}' >&2; exit 126; }`,
  'exec 5<&-',
]

const proxyVariables = (port: number): readonly string[] => [
  ...['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy'].map(
    (name) => `${name}=http://127.0.0.1:${port}`,
  ),
  ...['NO_PROXY', 'no_proxy'].map((name) => `${name}=localhost,127.0.0.1,::1`),
  'NODE_USE_ENV_PROXY=1',
]

/**
 * Opens the port, and goes on without the channel and with the variables by which programs find a proxy. Where the port
 * cannot be opened, the exit code of its program is sent instead, and the program has no network.
 */
const openPort = (port: number): readonly string[] => [
  `if { "$0" </dev/null >/dev/null; } 2>/dev/null; then export ${proxyVariables(port).join(' ')}`,
  `else printf '%s\\n' "$?" >&${CHANNEL}; fi`,
  `exec ${CHANNEL}>&-`,
  'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE',
]

/**
 * Returns the program that checks the mounts inside the sandbox, and the network if it is shared, opens the port of the
 * proxy (null: it has none), and starts the program.
 */
export function confinedStage(
  { command, args }: Program,
  { bash, sharesNetwork, proxyPort }: { bash: string; sharesNetwork: boolean; proxyPort: number | null },
): Program {
  const port = proxyPort === null ? [] : openPort(proxyPort)
  const stage = [...CHECK, ...(sharesNetwork ? CHECK_NETWORK : []), ...port, 'exec "$@"'].join('\n')
  return { command: bash, args: ['--norc', '-c', stage, PORT_PROGRAM, command, ...args] }
}
