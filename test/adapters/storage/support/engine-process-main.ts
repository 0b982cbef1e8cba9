import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { Storage } from '../../../../src/main/core/ports/storage-ports.ts'
import { openStorage } from '../../../../src/main/adapters/storage/open-storage.ts'
import { CHOICE, recordAgent, storageOptions, userEvent, valueOf } from './test-storage.ts'

/** The other side of `startEngine`. Prints a line when it is open, and leaves when its input ends. */
const [, , task = 'hold', dataDirectory = '', databaseUrl = ''] = process.argv
const STDOUT = 1
/** Written before the next step: what was printed is known outside, whatever happens to this process. */
const print = (line: string): void => void writeSync(STDOUT, `${line}\n`)

const options = storageOptions(dataDirectory, databaseUrl === '' ? null : databaseUrl)
const opening = await openStorage(options)
  .then(valueOf)
  .catch((error: unknown) => String(error))
if (typeof opening === 'string') print(`failed ${opening}`)
else {
  if (task === 'stream') await stream(opening)
  else print('open')
  process.stdin.resume()
  await new Promise((resolve) => process.stdin.once('end', resolve))
  await opening.close()
}

/**
 * Streams as fast as it can in one turn; `appended N AT LATE` says how much text there was at that time, and by how many
 * ms the machine's other work had delayed it.
 */
async function stream(storage: Storage): Promise<void> {
  const agentId = await recordAgent(storage)
  const turnId = randomUUID()
  valueOf(await storage.leases.acquire(agentId))
  storage.journal.begin(agentId, turnId, CHOICE)
  print(`streaming ${agentId} ${turnId}`)
  let appended = 0
  const burst = (due: number): void => {
    const late = performance.now() - due
    for (let index = 0; index < 1000; index++) {
      storage.journal.append(turnId, { type: 'text_delta', blockIndex: 0, text: `${appended++},` })
    }
    print(`appended ${appended} ${performance.now()} ${late}`)
    setTimeout(burst, 5, performance.now() + 5)
  }
  burst(performance.now())
  for (let number = 0; ; number++) {
    const start = performance.now()
    const committed = valueOf(await storage.store.commit({ events: [userEvent(agentId, String(number))] }))
    print(`acknowledged ${committed.events[0]?.id} ${number} ${performance.now() - start}`)
  }
}
