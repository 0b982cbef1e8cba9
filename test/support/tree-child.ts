import { openRealEngine } from './open-real-engine.ts'
import { SleepTool } from './sleep-tool.ts'

/** A command to the engine in a separate process, which runs until it is killed. */
export interface TreeOrder {
  readonly number: number
  readonly agentId: string
  /** Submitted to the agent; null: its turn is cancelled. */
  readonly text: string | null
}

export interface TreeAnswer {
  readonly number: number
  readonly isDone: boolean
  readonly children: readonly string[]
}

const [, , databaseUrl = ''] = process.argv
const environment = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
const { engine } = await openRealEngine(environment, { databaseUrl, tools: [new SleepTool()] })

process.on('message', (order: TreeOrder) => void carryOut(order))
process.send?.('ready')

async function carryOut({ number, agentId, text }: TreeOrder): Promise<void> {
  const done = text === null ? await engine.agents.cancel({ agentId }) : await engine.agents.submit({ agentId, text })
  const children = done.ok && typeof done.value === 'object' ? done.value.children.map((child) => child.id) : []
  const answer: TreeAnswer = { number, isDone: done.ok, children }
  process.send?.(answer)
}
