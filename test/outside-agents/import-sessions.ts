/**
 * The program of `npm run test:agents -- --sessions`: real outside agents, whose models are simulated, hold conversations
 * with different prompts and calls. What they wrote is then imported as a user imports it: every record has to be
 * accounted for, prompts, calls and results have to be in their order, and each agent has to go on with three providers
 * of the strict simulator. Prints a line per tool; the exit code is 1 if a session did not come in whole.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { keptCount } from '../../src/shared/foreign-report.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { AGENT_NAMES, agentEntries, SHELLS, shellArguments } from './installed-agents.ts'

const [installed = '', count = '16'] = process.argv.slice(2)
const MODELS = ['claude-sonnet-4-5/low', 'gpt-5-nano/low', 'gemini-2.5-flash-lite/low']
/** Conversations that are held at the same time. */
const AT_ONCE = 3

/** The prompts of a session: one to four, with none to two calls each. */
interface Talk {
  readonly name: (typeof AGENT_NAMES)[number]
  readonly prompts: readonly string[]
}

function talkOf(name: Talk['name'], index: number): Talk {
  const prompts = Array.from({ length: 1 + (index % 4) }, (_, turn) => {
    return `Question ${name}-${index}-${turn}. Calls: ${(index + turn) % 3}. ${'Grüße, 🦊 and "quotes". '.repeat(1 + (index % 5))}`
  })
  return { name, prompts }
}

/** Makes as many calls as the newest prompt asks for, one after the other, then answers it; other requests get a text. */
function answer({ body, bodyText }: SimulatorRequest): Answer {
  const shell = SHELLS.find((name) => bodyText.includes(`"name":"${name}"`))
  const messages = body['messages'] ?? body['input'] ?? body['contents']
  const list = Array.isArray(messages) ? messages.map((message) => JSON.stringify(message)) : []
  const prompt = list.findLastIndex((text) => /Question \w+-\d+-\d+\. Calls: \d/.test(text))
  const [, mark = '', calls = '0'] = /Question (\w+-\d+-\d+)\. Calls: (\d)/.exec(list[prompt] ?? '') ?? []
  if (shell === undefined || mark === '') return textAnswer('Hello.')
  const results = list
    .slice(prompt + 1)
    .filter((text) => /tool_result|function_call_output|functionResponse/.test(text))
  if (results.length >= Number(calls)) return textAnswer(`Answer ${mark}.`)
  const command = `echo result-${mark}-${results.length}`
  return {
    type: 'script',
    blocks: [
      { type: 'text', text: `I look at ${mark}.` },
      { type: 'tool_call', name: shell, arguments: shellArguments(shell, command) },
    ],
  }
}

const home = await mkdtemp(join(tmpdir(), 'ikigai-sessions-'))
const talks = Array.from({ length: Number(count) }, (_, index) => AGENT_NAMES.map((name) => talkOf(name, index))).flat()
const agents = await startSimulator({ strict: false, answerWith: answer })
const models = await startSimulator({ answerWith: () => textAnswer('It goes on.') })
try {
  await holdAll()
  const reader = await openRealEngine(models.environment(), { homeDirectory: home })
  await importAll(reader)
  await reader.close()
} finally {
  await agents.close()
  await models.close()
  await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** Lets the programs write their sessions. */
async function holdAll(): Promise<void> {
  const outsideAgents = await agentEntries(home, installed, agents)
  const talker = await openRealEngine(agents.environment(), { attended: true, config: { outsideAgents } })
  const inbox = new ApprovalClient(talker.engine)
  void allowAll(talker, inbox)
  const waiting = [...talks]
  const hold = async (): Promise<void> => {
    for (let talk = waiting.shift(); talk !== undefined; talk = waiting.shift()) await converse(talker, talk)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, hold))
  inbox.close()
  await talker.close()
}

async function converse({ engine }: RealEngine, { name, prompts }: Talk): Promise<void> {
  const folder = await mkdtemp(join(home, 'work-'))
  const pane = await Pane.create(engine, `acp/${name}/none`)
  valueOf(await engine.agents.setFolder({ agentId: pane.agentId, folder }))
  for (const prompt of prompts) {
    await pane.type(prompt)
    const failure = pane.last('error')
    if (failure !== undefined) throw new Error(`${name}: ${failure.content}`)
  }
}

async function allowAll({ engine }: RealEngine, inbox: ApprovalClient): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    await inbox.until(({ pending }) => [...pending.keys()].some((id) => !seen.has(id)))
    for (const { id } of inbox.pending.values()) {
      if (seen.has(id)) continue
      seen.add(id)
      await engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } })
    }
  }
}

async function importAll(reader: RealEngine): Promise<void> {
  const found = valueOf(await reader.engine.local.findForeign())
  const sums = new Map<string, { sessions: number; records: number; events: number; whole: number }>()
  for (const { path, session, tool } of found) {
    const sum = sums.get(tool) ?? { sessions: 0, records: 0, events: 0, whole: 0 }
    sums.set(tool, sum)
    try {
      const steps = await Array.fromAsync(
        reader.engine.log.importSessions({ sessions: [{ path, session }] }, new AbortController().signal),
      )
      const [last] = steps.slice(-1).map((step) => valueOf(step))
      const report = last?.type === 'imported' ? last.report.sessions : []
      for (const one of report) {
        const accounted = one.known + one.asEvents + keptCount(one.kept)
        if (one.problem !== undefined || accounted !== one.records)
          throw new Error(`${accounted} of ${one.records} records`)
        sum.records += one.records
        sum.events += one.events
      }
      const main = report[0]?.main
      // Gemini CLI writes a file at its start, too, in which nothing was said.
      if (main === undefined || main === null) continue
      sum.sessions += 1
      await check(reader, main)
      sum.whole += 1
    } catch (error) {
      process.exitCode = 1
      print(`FAIL ${tool} ${path} ${session}: ${String(error)}`)
    }
  }
  for (const [tool, { sessions, records, events, whole }] of sums) {
    const sign = whole === sessions ? 'ok  ' : 'FAIL'
    print(
      `${sign} ${tool}: ${whole} of ${sessions} sessions whole, ${records} records, ${events} events, each goes on with ${MODELS.length} providers`,
    )
  }
  const whole = [...sums.values()].reduce((sum, each) => sum + each.whole, 0)
  print(`${whole} of ${talks.length} sessions by real programs came in whole`)
  if (whole !== talks.length) process.exitCode = 1
}

/** What was said has to be in the context in its order; then the agent goes on. */
async function check({ engine }: RealEngine, agentId: string): Promise<void> {
  const { segments } = valueOf(await engine.agents.context({ agentId }))
  const said = segments.map(({ event }) => event.content ?? '').join('\n')
  const [, name = '', index = ''] = /Question (\w+)-(\d+)-0\./.exec(said) ?? []
  const talk = talks.find((each) => each.name === name && each.prompts[0]?.startsWith(`Question ${name}-${index}-0.`))
  if (talk === undefined) throw new Error(`no question in ${said.slice(0, 300)}`)
  let place = 0
  for (const part of talk.prompts.flatMap((prompt) => partsOf(prompt))) {
    const next = said.indexOf(part, place)
    if (next === -1) throw new Error(`${part} is missing or in the wrong place: ${said}`)
    place = next
  }
  const pane = await Pane.open(engine, agentId)
  for (const model of MODELS) {
    await pane.type(`/model ${model}`)
    await pane.type('Go on.')
    const failure = pane.last('error')
    if (failure !== undefined) throw new Error(`${model}: ${failure.content}`)
  }
}

/** What a prompt, its calls' results and its answer must say, in this order. */
function partsOf(prompt: string): readonly string[] {
  const [, mark = '', calls = '0'] = /Question (\S+)\. Calls: (\d)/.exec(prompt) ?? []
  const results = Array.from({ length: Number(calls) }, (_, index) => `result-${mark}-${index}`)
  return [prompt.trim(), ...results, `Answer ${mark}.`]
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
