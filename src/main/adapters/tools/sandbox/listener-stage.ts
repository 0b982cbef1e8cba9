import type { Program } from '../../../core/ports/sandbox-ports.ts'

/** The file descriptor of the channel to this process. */
export const CHANNEL = 4

/** Opens a port in the sandbox's own network, gives it to this process over the channel, and prints its number. */
const OPEN_LISTENER = `const s = require('node:net').createServer().listen(0, '127.0.0.1', () =>
  process.send('listening', s, () => process.stdout.write(String(s.address().port), () => process.exit(0))))`

const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']

/**
 * Opens the port and starts the program, without the channel and with the variables by which programs find a proxy.
 * Where the port cannot be opened, the program has no network.
 */
const STAGE = [
  `p=$(ELECTRON_RUN_AS_NODE=1 "$0" -e "$1" 2>/dev/null </dev/null)`,
  `exec ${CHANNEL}>&-`,
  'unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE',
  `[ -n "$p" ] && for v in ${PROXY_VARIABLES.join(' ')}; do export "$v=http://127.0.0.1:$p"; done`,
  '[ -n "$p" ] && export NO_PROXY=localhost,127.0.0.1,::1 no_proxy=localhost,127.0.0.1,::1 NODE_USE_ENV_PROXY=1',
  'shift',
  'exec "$@"',
].join('\n')

/** Returns the program that does this inside the sandbox. `node`: path of Node, or of Electron. */
export function withListener({ command, args }: Program, node: string): Program {
  return { command: 'bash', args: ['--norc', '-c', STAGE, node, OPEN_LISTENER, command, ...args] }
}
