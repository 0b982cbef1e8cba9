import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** What stands in a scripted text where the relay puts the time: as long as a stamp, so that no length changes. */
export const BLANK_STAMP = '@000000'

const BLANKS = new RegExp(BLANK_STAMP, 'g')
const ROUND = 36 ** 6

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
    simulator.on('data', (bytes) => engine.write(stamped(bytes)))
    simulator.on('end', () => engine.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port')
  return address.port
}

/** A blank that two pieces share stays blank, and nobody counts it. */
function stamped(bytes: Buffer): Buffer {
  if (!bytes.includes(BLANK_STAMP)) return bytes
  const text = bytes.toString('latin1').replaceAll(BLANKS, () => stamp(Date.now()))
  return Buffer.from(text, 'latin1')
}

/** ms since the epoch, of which the last 25 days are told. */
function stamp(now: number): string {
  return `@${(now % ROUND).toString(36).padStart(6, '0')}`
}
