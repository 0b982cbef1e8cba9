import { Pane, valueOf } from './drive-agent.ts'
import { openRealEngine } from './open-real-engine.ts'

/** Runs an engine in a separate process. It starts a turn, queues a prompt and reports that; the test then kills it. */
const [, , databaseUrl = '', agentId = ''] = process.argv
const environment = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
const { engine } = await openRealEngine(environment, { databaseUrl, attended: true })
const pane = await Pane.open(engine, agentId)
valueOf(await engine.agents.submit({ agentId, text: 'First' }))
await pane.until(({ view }) => view.turn?.blocks.length === 1)
const { queued } = valueOf(await engine.agents.submit({ agentId, text: 'Second', ifBusy: 'queue' }))
process.send?.(queued === true ? 'queued' : 'not queued')
