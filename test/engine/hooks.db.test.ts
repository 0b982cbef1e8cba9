import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const ran: string[] = []

/** A tool that no rule asks about. */
const deploy: Tool = {
  definition: {
    name: 'deploy',
    description: 'Deploys nothing.',
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  },
  prepare: ({ to: given }) => {
    const to = typeof given === 'string' ? given : ''
    const run = () => {
      ran.push(to)
      return Promise.resolve({ content: `deployed to ${to}`, isError: false })
    }
    return Promise.resolve({
      ok: true,
      call: { subject: to, access: 'context', paths: [], isInFolder: true, run },
    })
  },
}

/** Objects to production, asks about staging, and fails about nowhere. */
const BEFORE = `input=$(cat)
case "$input" in
  *'"to":"production"'*) echo 'Not on Fridays.' >&2; exit 2 ;;
  *'"to":"staging"'*) echo '{"decision":"ask","reason":"Staging is shared."}' ;;
  *'"to":"nowhere"'*) exit 7 ;;
esac`

describe('hooks', () => {
  let folder: string
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ikigai-hooks-'))
    simulator = await startSimulator()
    const bash = (script: string) => ['bash', '-c', script]
    const hooks = {
      before_tool: [
        { command: bash(BEFORE), tools: ['dep*'] },
        { command: bash('exit 2'), tools: ['other'] },
      ],
      after_tool: [{ command: bash(`grep -q '"content":"deployed to test"' && echo 'It is slow.' >&2; exit 2`) }],
      turn_end: [
        {
          command: bash(
            `cat > "${join(folder, 'ended')}.new" && mv "${join(folder, 'ended')}.new" "${join(folder, 'ended')}"`,
          ),
        },
      ],
    }
    real = await openRealEngine(simulator.environment(), { tools: [deploy], attended: true, config: { hooks } })
    inbox = new ApprovalClient(real.engine)
  })

  afterAll(() => closeAll(inbox, real, simulator, folder))

  const begin = async (to: string): Promise<Pane> => {
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'deploy', arguments: { to } }],
    })
    simulator.enqueue('anthropic', textAnswer('Done.'))
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: `Deploy to ${to}` }))
    return pane
  }
  const result = async (pane: Pane): Promise<string> => {
    await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
    return pane.view.events.find(({ kind }) => kind === 'tool_result')?.content ?? ''
  }

  it('deny a call that the rules allow, with the reason for the model', async () => {
    const denied = await result(await begin('production'))
    expect(denied).toBe('A hook of the user (bash) forbids this call.\nNot on Fridays.')
    expect(ran).not.toContain('production')
    expect(JSON.stringify(simulator.requests.at(-1)?.body)).toContain('Not on Fridays.')
  })

  it.each([
    ['staging', 'Staging is shared.'],
    ['nowhere', 'The hook bash failed with exit code 7.'],
  ])('have a call to %s asked that the rules allow; no rule answers it', async (to, reason) => {
    const pane = await begin(to)
    const asked = await inbox.asked(to)
    expect(asked.askedByHook).toBe(reason)
    const rule = { tool: 'deploy', pattern: null, action: 'allow', scope: { type: 'everywhere' } } as const
    valueOf(await real.engine.approvals.addRule(rule))
    expect(ran).not.toContain(to)
    valueOf(
      await real.engine.approvals.answer({
        approvalId: asked.id,
        answer: { type: 'allow_once' },
      }),
    )
    expect(await result(pane)).toBe(`deployed to ${to}`)
  })

  it('add to a result, and run at the end of a turn', async () => {
    await writeFile(join(folder, 'ended'), '')
    const pane = await begin('test')
    expect(await result(pane)).toBe("deployed to test\n\n[Output of the user's hook bash:\nIt is slow.]")
    let ended = ''
    while (!ended.includes(pane.agentId)) {
      ended = await readFile(join(folder, 'ended'), 'utf8')
      await new Promise(setImmediate)
    }
    expect(JSON.parse(ended)).toMatchObject({ event: 'turn_end', agent_id: pane.agentId, outcome: 'completed' })
  })
})
