import { shortAgentId } from '../../shared/ids.ts'
import type { Withheld, WithheldPart } from '../../shared/withheld.ts'
import type { Output } from '../process-output.ts'

/** Says what an import or a restore left out, and how it can be given. */
export function printWithheld(withheld: readonly Withheld[], output: Output): void {
  if (withheld.length === 0) return
  output.error('Left out, because data brings no rights. Decide for each:\n')
  for (const { agentId, ...part } of withheld) {
    const agent = agentId === null ? '' : `${shortAgentId(agentId)}: `
    output.error(`  ${agent}${withheldText(part)}\n`)
  }
}

/** Longest value in a sentence, UTF-16 units. */
const MAX_SHOWN = 300

/** Says what was left out, and how it can be given. */
function withheldText({ right, value }: WithheldPart): string {
  const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
  switch (right) {
    case 'profile':
      return `Profile${shown === '' ? '' : ` ${shown}`}: it cannot be relied on, so the strictest one applies (read-only). For another one, fork the agent with a profile.`
    case 'allowed':
      return `Rules of the profile that allow: ${shown}. Allow what you need when you are asked.`
    case 'sandbox':
      return `Sandbox level of the profile: ${shown}. This machine's level is stricter and applies. Choose another one for the agent to change it.`
    case 'wake_on_mail':
      return 'Mail starts a turn: off. `ikigai wake` or the menu of the agent switches it on.'
    case 'provider_tools':
      return `Tools of the provider: ${shown}. They are off. Switch them on in the options of the agent.`
    case 'checkpoints':
      return `States of folders: ${shown}. The changes are listed, and are not undone here.`
    case 'queued_prompt':
      return `Queued prompt: ${shown}. It would be sent by itself. Send it again if you want it.`
    case 'setting':
      return `Setting: ${shown}.`
  }
}
