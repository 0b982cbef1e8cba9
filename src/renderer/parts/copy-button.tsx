import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { copyMarkdown } from './rich/copy-rich.ts'
import { PlainIconButton } from './plain-icon-button.tsx'
import { texts } from '../text/texts.ts'

const SHOWN_MS = 1500

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** Whether the text is Markdown, so that it is copied as rich text too. */
  readonly isMarkdown?: boolean
}

/** Copies `text` and briefly shows that it did. */
export function CopyButton({ text, label, isMarkdown = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <PlainIconButton label={copied ? texts.parts.copied : label} onClick={() => void copy(text, isMarkdown, setCopied)}>
      {copied ? <Check /> : <Copy />}
    </PlainIconButton>
  )
}

async function copy(text: string, isMarkdown: boolean, done: (copied: boolean) => void): Promise<void> {
  const copied = isMarkdown ? copyMarkdown(text) : navigator.clipboard.writeText(text)
  await copied.then(
    () => done(true),
    () => done(false),
  )
}
