import { describe, expect, it } from 'vitest'

import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import type { TurnStart } from '../../../src/main/core/conversation/turn.ts'
import { MailStarter } from '../../../src/main/core/conversation/mail-starter.ts'
import type { Mail } from '../../../src/main/core/ports/log-ports.ts'
import type { AgentRecord } from '../../../src/shared/agent-summary.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'

const AGENT = agentSummary({ wakeOnMail: true })
const KILLED = { ...AGENT, status: 'killed', endedAt: '2026-11-20T13:00:00.000Z' } as const
const MAIL: Mail = { id: 1, from: 'sender', to: AGENT.id, content: 'Wake up', sentAt: '2026-11-20T12:30:00.000Z' }

const REACHED = { limit: 'maxTurnsWithoutUser', text: 'The limit is reached.' } as const

/** Starts an agent by mail. `whileReading` happens while its mail is read. */
async function startedBy(
  agent: AgentRecord,
  whileReading: (tree: AgentTree) => void = () => undefined,
  answers: TurnStart[] = [],
) {
  const tree = new AgentTree()
  tree.put(agent)
  const started: AgentRecord[] = []
  const loop = {
    isBusy: () => false,
    runExclusive: async () => refuse('Nothing is asked here.'),
    async start(record: AgentRecord): Promise<TurnStart> {
      started.push(record)
      return answers.shift() ?? { ok: true, turnId: 'turn', ended: Promise.resolve('completed') }
    },
  }
  const mail = {
    async unread() {
      whileReading(tree)
      return ok([MAIL])
    },
  }
  const starter = new MailStarter({
    tree,
    mail: { ...mail, sentBy: async () => ok([]) },
    loop,
    treeLimits: { hold: async () => ok(null), isHeld: async () => ok(false) },
    hub: { record: async () => ok({ agents: [], events: [] }) },
    attended: false,
    ids: { uuid: () => 'turn', toolCallId: () => '', random: () => 0 },
    logger: createRecordingLogger(),
  })
  const isStarted = await starter.startOnMail(agent.id)
  return { isStarted, started: started.length }
}

describe('unread mail', () => {
  it('starts a turn of an agent that is to start on mail', async () => {
    expect(await startedBy(AGENT)).toEqual({ isStarted: true, started: 1 })
    expect(await startedBy({ ...AGENT, wakeOnMail: false })).toEqual({ isStarted: false, started: 0 })
  })

  it('starts nothing of a killed agent, also when it is killed while the mail is read', async () => {
    expect(await startedBy(KILLED)).toEqual({ isStarted: false, started: 0 })
    expect(await startedBy(AGENT, (tree) => tree.put(KILLED))).toEqual({ isStarted: false, started: 0 })
  })

  it('starts a turn after all if a user has acted since a limit refused it', async () => {
    const refused: TurnStart = { ...refuse('The limit is reached.'), reached: REACHED }
    expect((await startedBy(AGENT, undefined, [refused])).started).toBe(2)
  })
})
