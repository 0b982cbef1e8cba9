import { randomUUID } from 'node:crypto'
import {
  CHOICE,
  newAgent,
  open,
  plainClient,
  recordAgent,
  removeDirectory,
  temporaryDirectory,
  userEvent,
  valueOf,
} from './test-storage.ts'

/** Prints how fast the storage is beside the bare driver on the same server, in one run: `node measure-storage.ts`. */
const directory = temporaryDirectory()
const storage = await open(directory)
const plain = plainClient(directory)
const agentId = await recordAgent(storage)

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function measure(what: string, times: number, work: (index: number) => Promise<unknown>): Promise<void> {
  const start = performance.now()
  for (let index = 0; index < times; index++) await work(index)
  const ms = performance.now() - start
  print(`${what}: ${(ms / times).toFixed(3)} ms each, ${Math.round((times / ms) * 1000)}/s`)
}
const atOnce = (work: () => Promise<unknown>, writers = 50): Promise<unknown> =>
  Promise.all(Array.from({ length: writers }, work))
const insert = (): Promise<unknown> =>
  plain`insert into messages (session_id, agent_uuid, kind, content) values (1, ${agentId}, 'user', 'hello') returning id`
const commit = async (): Promise<unknown> =>
  valueOf(await storage.store.commit({ events: [userEvent(agentId, 'hello')] }))
const fork = async (parentId: string, atId: number): Promise<void> => {
  const child = newAgent({ parentId, forkEventId: atId })
  const event = { agentId: parentId, turnId: null, kind: 'fork', content: null, data: { child: child.id } } as const
  valueOf(await storage.store.commit({ newAgents: [child], events: [event] }))
}

for (let round = 1; round <= 2; round++) {
  await measure('bare insert, one after the other', 1000, insert)
  await measure('commit of one event, one after the other', 1000, commit)
  await measure('50 commits at once, same agent', 40, () => atOnce(commit))
}
for (const size of [10, 1_000, 100_000]) {
  const parentId = await recordAgent(storage)
  for (let done = 0; done < size; done += 10_000) {
    const events = Array.from({ length: Math.min(size, 10_000) }, (_, index) => userEvent(parentId, `message ${index}`))
    valueOf(await storage.store.commit({ events }))
  }
  const [last] = valueOf(await storage.store.events({ agentId: parentId, limit: 1 }))
  await measure(`fork at ${size} events`, 100, () => fork(parentId, last?.id ?? 0))
  await measure(`tail of 200 at ${size} events`, 20, () => storage.store.events({ agentId: parentId, limit: 200 }))
}
const turnId = randomUUID()
storage.journal.begin(agentId, turnId, CHOICE)
const start = performance.now()
for (let index = 0; index < 1e6; index++)
  storage.journal.append(turnId, { type: 'text_delta', blockIndex: 0, text: 'word ' })
print(`journal append: ${Math.round(1e6 / (performance.now() - start))}/ms`)
valueOf(await storage.store.commit({ settledTurns: [turnId] }))
await plain.end()
await storage.close()
removeDirectory(directory)
