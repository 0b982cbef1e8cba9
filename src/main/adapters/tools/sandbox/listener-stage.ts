import type { Program } from '../../../core/ports/sandbox-ports.ts'
import { CHANNEL, PROXY_PORT } from './port-program.ts'

/** Where the program that opens the port is inside the sandbox. Agents cannot write there. */
export const PORT_PROGRAM = '/dev/ikigai-port'

const PROXY_VARIABLES = [
  ...['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy'].map(
    (name) => `${name}=http://127.0.0.1:${PROXY_PORT}`,
  ),
  ...['NO_PROXY', 'no_proxy'].map((name) => `${name}=localhost,127.0.0.1,::1`),
  'NODE_USE_ENV_PROXY=1',
]

/**
 * Opens the port and starts the program, without the channel and with the variables by which programs find a proxy.
 * Where the port cannot be opened, the exit code of its program is sent instead, and the program has no network.
 */
const STAGE = [
  `if { "$0" </dev/null >/dev/null; } 2>/dev/null; then export ${PROXY_VARIABLES.join(' ')}`,
  `else printf '%s\\n' "$?" >&${CHANNEL}; fi`,
  `exec ${CHANNEL}>&-`,
  'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE',
  'exec "$@"',
].join('\n')

/** Returns the program that does this inside the sandbox. */
export function withListener({ command, args }: Program): Program {
  return { command: 'bash', args: ['--norc', '-c', STAGE, PORT_PROGRAM, command, ...args] }
}
