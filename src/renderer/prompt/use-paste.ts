import { useEffect, useEffectEvent, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'

import { isPastedFile, pastedFileName } from '../../shared/attachment-words.ts'
import type { AttachmentBlock } from '../../shared/attachment.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { promptFiles, type PromptOwner, promptTextOf } from '../store/prompt-files.ts'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import { isLongPaste, MAX_BOX_TEXT } from './pasted-text.ts'

const words = texts.actions.files

export interface PromptPaste {
  /** Attaches pasted files and long texts. */
  onPaste(paste: ClipboardEvent<HTMLTextAreaElement>): void
  /** Handles Mod+Z right after a long text was attached, and notes Mod+Shift+V; returns whether it handled the key. */
  takeKey(key: KeyboardEvent<HTMLTextAreaElement>): boolean
  /** The user typed: Mod+Z undoes that. */
  typed(): void
}

/**
 * Pasted files become attachments of the prompt, and so do long texts, unless they are pasted as plain text and a box can
 * hold them.
 */
export function usePaste(owner: PromptOwner): PromptPaste {
  const { preferences } = useStores()
  const { attachments } = useActions()
  const showText = useShowAsText(owner)
  const isPlain = useRef(false)
  const attached = useRef<{ readonly name: string; readonly text: string } | null>(null)

  return {
    onPaste(paste) {
      const text = paste.clipboardData.getData('text/plain')
      const files = [...paste.clipboardData.files]
      const wantsFile = !isPlain.current && preferences.getState().foldPastes && isLongPaste(text)
      const isFolded = wantsFile || text.length > MAX_BOX_TEXT
      isPlain.current = false
      // Office programs put a picture of the text beside it.
      if (text === '' && files.length > 0) void attachments.attach(owner, files)
      else if (isFolded) {
        const name = pastedFileName(text)
        attached.current = { name, text }
        void attachments.attach(owner, [new File([text], name, { type: 'text/plain' })])
      } else return
      paste.preventDefault()
    },
    takeKey(key) {
      const isMod = key.ctrlKey || key.metaKey
      isPlain.current = isMod && key.shiftKey && key.key.toLowerCase() === 'v'
      const last = attached.current
      if (!isMod || key.shiftKey || key.key.toLowerCase() !== 'z' || last === null) return false
      key.preventDefault()
      attached.current = null
      showText.insert(last.name, last.text)
      return true
    },
    typed() {
      attached.current = null
    },
  }
}

/** Returns how an attached text becomes part of the prompt's text again. */
export function useShowAsText(owner: PromptOwner) {
  const stores = useStores()
  const { attachments, content } = useActions()

  /** Replaces the newest file of this name by its text, at the cursor. */
  function insert(name: string, text: string): void {
    const file = promptFiles(stores)
      .filesOf(owner)
      .findLast((each) => each.name === name)
    const id = file?.sha256 ?? stores.attachments.filesOf(owner).findLast((each) => each.name === name)?.id
    const prompt = promptTextOf(owner, stores)
    const before = prompt.read()
    const box = promptElement(owner)
    const isBox = box instanceof HTMLTextAreaElement
    if (before.length + text.length > MAX_BOX_TEXT) {
      return stores.notices.show(owner, words.tooLong({ characters: formatCount(MAX_BOX_TEXT) }))
    }
    if (id !== undefined) attachments.remove(owner, id)
    const [from, to] = isBox ? [box.selectionStart, box.selectionEnd] : [before.length, before.length]
    prompt.write(before.slice(0, from) + text + before.slice(to))
    box?.focus()
  }

  return {
    insert,
    async show(file: AttachmentBlock): Promise<void> {
      const blob = isPastedFile(file) ? await content.blob(file) : null
      if (blob !== null) insert(file.name, await blob.text())
    },
  }
}

/**
 * Returns the text for a prompt box. One that is too long for a box, of a saved draft or an earlier prompt, becomes a
 * file of the prompt; the box is empty meanwhile.
 */
export function useBoxText(owner: PromptOwner, text: string): string {
  const stores = useStores()
  const { attachments } = useActions()
  const isTooLong = text.length > MAX_BOX_TEXT
  const fold = useEffectEvent(async () => {
    const filesOf = () => promptFiles(stores).filesOf(owner).length + stores.attachments.filesOf(owner).length
    const before = filesOf()
    await attachments.attach(owner, [new File([text], pastedFileName(text), { type: 'text/plain' })])
    const prompt = promptTextOf(owner, stores)
    if (filesOf() > before && prompt.read() === text) prompt.write('')
  })
  useEffect(() => {
    if (isTooLong) void fold()
  }, [isTooLong])
  return isTooLong ? '' : text
}
