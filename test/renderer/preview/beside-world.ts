import { agentSummary } from '../../support/agent-summary.ts'
import { NO_TOTALS } from '../../../src/shared/usage-totals.ts'
import type { PreviewWorld } from './preview-types.ts'
import { busyScenario } from './preview-world.ts'

const idOf = (index: number): string => `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`
const FOLDER = '/home/ada/tidewatch'

/** An agent that works in a folder, and one that has not begun in the same folder. */
export function besideWorld(): PreviewWorld {
  const now = new Date().toISOString()
  const shared = { folder: FOLDER, createdAt: now, lastActivityAt: now }
  const agents = [
    agentSummary({
      ...shared,
      id: idOf(1),
      name: 'Opening hours',
      lastMessageId: 2,
      usage: { ...NO_TOTALS.usage, totalTokens: 100 },
    }),
    agentSummary({ ...shared, id: idOf(2), name: 'Second thoughts' }),
  ]
  return { ...busyScenario(), agents, events: new Map(), settings: new Map() }
}
