import type { Page } from '@playwright/test'

import { CUT_OFF } from './rerun-world.ts'
import { startedTurn } from './started-turn.ts'

/** The rerun that was cut off makes a call that differs; it stands in a comparison. */
export async function askAboutCall(page: Page): Promise<void> {
  await page.evaluate(differingCall(CUT_OFF))
  // A narrow window shows one column.
  const tab = page.getByRole('tablist', { name: 'Answers' }).getByRole('tab').last()
  if (await tab.isVisible()) await tab.click()
  await page.getByRole('group', { name: 'How does the rerun go on?' }).scrollIntoViewIfNeeded()
}

/** A rerun asks about a call that differs; as text, because it is also read where there is no page. */
function differingCall(agentId: string): string {
  const call = { type: 'tool_call', id: 'c3', name: 'file_read', arguments: { path: 'src/gateway/session.ts' } }
  const data = { model: 'm', blocks: [{ type: 'text', text: 'The session may extend it.' }, call] }
  const event = { agentId, turnId: 't', kind: 'assistant', content: 'The session may extend it.', data }
  const question = {
    id: 'asks-c3',
    agentId,
    callId: call.id,
    tool: 'rerun',
    subject: [
      'A call differs from the recorded run. What should happen?',
      'Now:\n```\nfile_read {"path":"src/gateway/session.ts"}\n```',
      'Recorded:\n```\nfile_read {"path":"src/gateway/token.ts"}\n```',
      '*Run for real*: this call and all later ones run in a new git worktree of /home/ada/gateway, and ask as usual.',
    ].join('\n\n'),
    access: 'question',
    isInFolder: true,
    askedAt: 0,
    patterns: [],
    choices: ['Play the nearest recorded result', 'Run for real', 'End the rerun'],
  }
  return `${startedTurn(agentId)};
    window.preview.record(${JSON.stringify(event)});
    window.preview.request(${JSON.stringify(question)})`
}
