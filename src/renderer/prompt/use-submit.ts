import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { type AttachmentBlock, refsOf } from '../../shared/attachment.ts'
import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import { callsOutside } from '../../shared/outside-session.ts'
import { readsAsPrompt } from '../../shared/slash-commands.ts'
import { asksModels, askQuestions, isSent } from '../actions/prompt-question.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useDialogs, useTree } from '../hooks/use-stores.ts'
import { askedModels, withAskedModels } from '../store/asked-model-store.ts'
import { hasGap } from './prompt-gaps.ts'
import { useTemplateCall } from './use-template-call.ts'

export interface PromptSubmit {
  submit(): void
  readonly pending: boolean
}

/**
 * Sends the content of the prompt box. The box is cleared only after the engine has recorded the text, as a turn's
 * prompt or, while a turn is running, in the queue. If Enter is pressed meanwhile, the content at the end of the first
 * request is sent next. A prompt that costs more than the user's limit is sent after a confirmation.
 */
export function useSubmit(agentId: AgentId): PromptSubmit {
  const { askedModels: asked, dialogs, drafts, tree, attachments: pendingFiles } = useStores()
  const { agents, attachments, compare, costs } = useActions()
  const callsTemplate = useTemplateCall(agentId, agentId)
  const [pending, setPending] = useState(false)
  const pressed = useRef<'no' | 'once' | 'again'>('no')

  const isReading = () => pendingFiles.filesOf(agentId).some(({ state }) => state === 'reading')

  /** Opens the picker if the prompt has no model to be sent to; a choice there sends it. */
  function asksForModel({ text, asText }: Draft): boolean {
    const hasModel = tree.getState().agents.get(agentId)?.choice != null
    if (hasModel || !(asText || text.trim() === '' || readsAsPrompt(text))) return false
    dialogs.setState({ modelPickerOf: agentId, sendsAfterChoice: agentId })
    return true
  }

  /** Puts the prompt of a called template into the box. */
  async function showsTemplate({ text, asText }: Draft): Promise<boolean> {
    if (asText) return false
    return callsTemplate(text, (prompt) => {
      if (drafts.draftOf(agentId).text === text) drafts.type(agentId, prompt, true)
    })
  }

  /** Keeps text that was typed, and files that were attached in the meantime. */
  function removeSent(text: string, files: readonly AttachmentBlock[]): void {
    const now = drafts.draftOf(agentId)
    if (now.text.startsWith(text)) drafts.type(agentId, now.text.slice(text.length))
    for (const { id, state } of pendingFiles.filesOf(agentId)) if (state === 'failed') pendingFiles.remove(agentId, id)
    const hashes = new Set(files.map(({ sha256 }) => sha256))
    if (files.length > 0) {
      drafts.setFiles(
        agentId,
        drafts.filesOf(agentId).filter(({ sha256 }) => !hashes.has(sha256)),
      )
    }
  }

  /** Returns whether the engine accepted the text. */
  async function sendNow(): Promise<boolean> {
    const typed = drafts.draftOf(agentId)
    const { text, attachments: files = [] } = typed
    if (isReading() || hasGap(typed) || (text.trim() === '' && files.length === 0)) return false
    if (await showsTemplate(typed)) return false
    const commands = tree.getState().agents.get(agentId)?.outside?.commands ?? []
    const draft = callsOutside(text, commands) ? { ...typed, asText: true } : typed
    const { asText } = draft
    if (asksForModel(draft)) return false
    const models = askedModels(asked.getState(), agentId)
    const questions = askQuestions(agentId, draft, models)
    const asksSeveral = asksModels(questions) > 0
    if (!(await costs.mayBeAsked(asksSeveral ? questions : questions.filter(isSent)))) return false
    const sent = await attachments.forSending(agentId, tree.getState().agents.get(agentId)?.choice ?? null)
    if (sent === null) return false
    const withFiles = sent.length > 0 && { attachments: refsOf(sent) }
    const taken = asksSeveral
      ? await compare.ask({ agentId, text, models, ...withFiles })
      : await agents.submit(agentId, text, { asText, ifBusy: 'queue', ...withFiles })
    if (!taken) return false
    removeSent(text, files)
    if (asksSeveral) asked.setState((state) => withAskedModels(state, agentId, []))
    return true
  }

  async function send(): Promise<void> {
    if (pressed.current !== 'no') {
      pressed.current = 'again'
      return
    }
    setPending(true)
    let taken: boolean
    do {
      pressed.current = 'once'
      taken = await sendNow()
    } while (taken && wasAskedAgain(pressed))
    pressed.current = 'no'
    setPending(false)
  }

  const hasModel = useTree(({ agents: all }) => all.get(agentId)?.choice != null)
  const waitsForModel = useDialogs(({ sendsAfterChoice }) => sendsAfterChoice === agentId)
  const onModelChosen = useEffectEvent(() => {
    dialogs.setState({ sendsAfterChoice: null })
    void send()
  })
  useEffect(() => {
    if (hasModel && waitsForModel) onModelChosen()
  }, [hasModel, waitsForModel])

  return { submit: () => void send(), pending }
}

/** Returns whether Enter was pressed while the previous text was being sent. */
function wasAskedAgain({ current }: { readonly current: string }): boolean {
  return current === 'again'
}
