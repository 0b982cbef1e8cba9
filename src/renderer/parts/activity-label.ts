import type { AgentActivity } from '../../shared/agent-summary.ts'
import { texts } from '../text/texts.ts'

const words = texts.parts.activity

/** What an agent is doing, in words. */
export function activityLabel(activity: AgentActivity, killed: boolean): string {
  if (killed) return words.killed
  return activity.type === 'streaming' && activity.elsewhere === true ? words.elsewhere : words[activity.type]
}
