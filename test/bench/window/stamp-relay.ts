import { once } from 'node:events'
import { connect, createServer } from 'node:net'

import { BLANK_STAMP, stamped } from './stamps.ts'

/**
 * Stands between the engine and the simulator on `port`, and writes into each blank stamp when it went by. Answers its
 * own port.
 */
export async function startStampRelay(port: number): Promise<number> {
  const server = createServer((engine) => {
    const simulator = connect(port, '127.0.0.1')
    engine.setNoDelay(true).on('error', () => simulator.destroy())
    simulator.setNoDelay(true).on('error', () => engine.destroy())
    engine.pipe(simulator)
    simulator.on('data', (bytes) => engine.write(stampedBytes(bytes)))
    simulator.on('end', () => engine.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port')
  return address.port
}

/** A blank that two pieces share stays blank, and nobody counts it. */
function stampedBytes(bytes: Buffer): Buffer {
  if (!bytes.includes(BLANK_STAMP)) return bytes
  return Buffer.from(stamped(bytes.toString('latin1'), Date.now()), 'latin1')
}
