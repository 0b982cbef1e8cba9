/**
 * The program of `npm run test:agents`: conversations with real outside agents, whose models are simulated. Each makes a
 * file with a command, twice; then two of them and a model answer one prompt in a comparison. Prints what each did; the
 * exit code is 1 if one did not.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { AGENT_NAMES, agentEntries, SHELLS, shellArguments } from './installed-agents.ts'

const [installed = '', ...wanted] = process.argv.slice(2)
const LIMIT_MS = 180_000
const COMMAND = 'echo made > made.txt && cat made.txt'

/** Calls the shell for a prompt that asks for it, then ends; other requests, such as for a title, get a text. */
function answer({ body, bodyText }: SimulatorRequest): Answer {
  const shell = SHELLS.find((name) => bodyText.includes(`"name":"${name}"`))
  const messages = body['messages'] ?? body['input'] ?? body['contents']
  const last = JSON.stringify(Array.isArray(messages) ? messages.at(-1) : '')
  if (shell === undefined || !bodyText.includes('Make the file')) return textAnswer('Hello.')
  if (/tool_result|function_call_output|functionResponse/.test(last)) return textAnswer('All done.')
  return {
    type: 'script',
    blocks: [
      { type: 'text', text: 'I make it.' },
      { type: 'tool_call', name: shell, arguments: shellArguments(shell, COMMAND) },
    ],
  }
}

const home = await mkdtemp(join(tmpdir(), 'ikigai-agents-'))
const simulator = await startSimulator({ strict: false, answerWith: answer })
const real = await openRealEngine(simulator.environment(), {
  attended: true,
  config: { outsideAgents: await agentEntries(home, installed, simulator) },
})
const inbox = new ApprovalClient(real.engine)
const all = AGENT_NAMES.filter((name) => wanted.length === 0 || wanted.includes(name))
void allowAll()
for (const name of all) await report(name, () => converse(name))
if (all.length > 1) await report(`${all.slice(0, 2).join(', ')} and a model`, () => compare(all.slice(0, 2)))
inbox.close()
await real.close()
await simulator.close()
await rm(home, { recursive: true, force: true })

/** Allows each call once, as a user would. */
async function allowAll(): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    await inbox.until(({ pending }) => [...pending.keys()].some((id) => !seen.has(id)))
    for (const { id, access, subject } of inbox.pending.values()) {
      if (seen.has(id)) continue
      seen.add(id)
      print(`  asked: ${access} ${subject}`)
      await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } })
    }
  }
}

async function inFolder(model: string): Promise<{ readonly pane: Pane; readonly folder: string }> {
  const folder = await mkdtemp(join(home, 'work-'))
  const pane = await Pane.create(real.engine, model)
  valueOf(await real.engine.agents.setFolder({ agentId: pane.agentId, folder }))
  return { pane, folder }
}

/** Two prompts with a call each. */
async function converse(name: string): Promise<readonly string[]> {
  const { pane, folder } = await inFolder(`acp/${name}/none`)
  await pane.type('Make the file made.txt')
  await pane.type('Make the file once more')
  const { events } = pane.view
  const answers = events.filter(({ kind, content }) => kind === 'assistant' && content?.includes('All done.'))
  const results = events.filter(({ kind }) => kind === 'tool_result')
  if (answers.length !== 2 || results.length !== 2) throw new Error(events.map(lineOf).join('\n'))
  const made = await readFile(join(folder, 'made.txt'), 'utf8')
  return [`  file: ${made.trim()}`, ...results.map(lineOf)]
}

/** One prompt to a model and to outside agents. */
async function compare(names: readonly string[]): Promise<readonly string[]> {
  const { pane } = await inFolder('claude-haiku-4-5/none')
  const models = names.map((name) => `acp/${name}/none`)
  const forks = valueOf(await real.engine.agents.ask({ agentId: pane.agentId, text: 'Hello', models }))
  const panes = await Promise.all(forks.map(({ id }) => Pane.open(real.engine, id)))
  const compared = [pane, ...panes]
  await Promise.all(
    compared.map((each) => each.until(({ view }) => view.turn === null && answerOf(each) !== undefined)),
  )
  return compared.map((each) => `  ${each.view.events.length} events, ${lineOf(answerOf(each))}`)
}

function answerOf(pane: Pane): AgentEvent | undefined {
  return pane.last('assistant') ?? pane.last('error')
}

function lineOf(event: AgentEvent | undefined): string {
  return `  ${event?.kind ?? 'nothing'}: ${JSON.stringify(event?.content ?? '')}`
}

async function report(name: string, work: () => Promise<readonly string[]>): Promise<void> {
  const begun = Date.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no end within ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  try {
    const lines = await Promise.race([work(), late.promise])
    print([`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`, ...lines].join('\n'))
  } catch (error) {
    process.exitCode = 1
    print(`FAIL ${name}: ${String(error)}`)
  } finally {
    clearTimeout(timer)
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
