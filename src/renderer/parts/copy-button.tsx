import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { PlainIconButton } from './plain-icon-button.tsx'
import { texts } from '../text/texts.ts'

const SHOWN_MS = 1500

/** Copies `text` and briefly shows that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <PlainIconButton label={copied ? texts.parts.copied : label} onClick={() => void copy(text, setCopied)}>
      {copied ? <Check /> : <Copy />}
    </PlainIconButton>
  )
}

async function copy(text: string, done: (copied: boolean) => void): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => done(true),
    () => done(false),
  )
}
