import { type AttachmentBlock, attachmentWords } from '../../../shared/attachment.ts'
import { argumentsOf } from '../../../shared/call-arguments.ts'
import type { ContentBlock, TextBlock, ThinkingBlock, ToolCallBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import { blockOwner, stampOf } from './block-owner.ts'
import { type AnswerEntry, type Entry, isBlank } from './collect-entries.ts'
import { canonicalJson } from '../../../shared/json.ts'
import type { ReportDraft } from './transcript-report.ts'
import { type TranscriptTarget, traitsOf } from './transcript-target.ts'
import { defined } from '../../../shared/defined.ts'

/**
 * Step 2 (docs/behaviour/transcript.md#foreign-thinking): removes thinking of another provider, model family or
 * endpoint, and foreign signatures; also the target's own thinking if it is not signed. Own blocks keep their stamp and
 * `provider_data`; foreign blocks lose both. After this step, every block with a stamp is the target's own.
 */
export function dropForeignThinking(
  entries: readonly Entry[],
  target: TranscriptTarget,
  report: ReportDraft,
): readonly Entry[] {
  const isOwn = blockOwner(target)
  const traits = traitsOf(target)
  return entries.map((entry) => (entry.kind === 'answer' ? dropFromAnswer(entry) : entry))

  function dropFromAnswer(entry: AnswerEntry): AnswerEntry {
    // Item ids must not refer to thinking that is not replayed, so the whole answer then counts as foreign.
    const dangling = traits.pairsReasoningItems && entry.blocks.some((block) => isOwn(block) && isUnsigned(block))
    const blocks: ContentBlock[] = []
    for (const [index, block] of entry.blocks.entries()) {
      const own = isOwn(block) && !dangling && !(traits.pairsReasoningItems && isUnfollowed(entry, index))
      const kept = keepBlock(block, own, entry.eventId)
      if (kept !== null) blocks.push(kept)
    }
    const { kind, eventId, turnId, interrupted, pictures } = entry
    if (!entry.blocks.some(isOwn)) addPictureNotes(blocks, pictures)
    return { kind, eventId, turnId, interrupted, blocks, pictures }
  }

  function isUnsigned(block: ContentBlock): boolean {
    return block.type === 'thinking' && !isSigned(block)
  }

  function isSigned({ provider_data: data }: ThinkingBlock): boolean {
    if (data === undefined || traits.signatureKeys === null) return data !== undefined
    return traits.signatureKeys.some((key) => (data[key] ?? '') !== '')
  }

  /** Whether the block is thinking before text that is not an item of its response. */
  function isUnfollowed({ blocks }: AnswerEntry, index: number): boolean {
    if (blocks[index]?.type !== 'thinking') return false
    const next = blocks.slice(index).find(({ type }) => type !== 'thinking')
    return next?.type === 'text' && !(isOwn(next) && next.provider_data !== undefined)
  }

  function keepBlock(block: ContentBlock, own: boolean, eventId: EventId): ContentBlock | null {
    if (block.type === 'thinking') return keepThinking(block, own, eventId)
    if (!own && block.provider_data !== undefined) report.dropped.push({ eventId, part: foreignPart(block) })
    if (block.type === 'tool_call') return own ? ownCall(block) : foreignCall(block, target)
    // An empty text may carry a signature, or data that only its adapter understands.
    if (isBlank(block.text) && !(own && block.provider_data !== undefined)) return null
    return own ? ownText(block) : { type: 'text', text: block.text.toWellFormed() }
  }

  function keepThinking(block: ThinkingBlock, own: boolean, eventId: EventId): ThinkingBlock | null {
    const unsigned = isUnsigned(block) && (traits.signatureKeys !== null || isBlank(block.text))
    if (own && !unsigned && !traits.thinkingDisabled) return ownText(block)
    const part = own && !unsigned ? 'unasked_thinking' : isOwn(block) ? 'unsigned_thinking' : 'foreign_thinking'
    report.dropped.push({ eventId, part })
    return null
  }
}

/** A block without text that is no call holds what the provider's own tools did. */
function foreignPart(block: TextBlock | ToolCallBlock): 'foreign_server_tool' | 'foreign_signature' {
  return block.type === 'text' && isBlank(block.text) ? 'foreign_server_tool' : 'foreign_signature'
}

/** Names the pictures of another model's answer, before its calls. */
function addPictureNotes(blocks: ContentBlock[], pictures: readonly AttachmentBlock[]): void {
  const firstCall = blocks.findIndex(({ type }) => type === 'tool_call')
  const notes = pictures.map((file): TextBlock => ({ type: 'text', text: `[${attachmentWords(file)}, drawn here]` }))
  blocks.splice(firstCall === -1 ? blocks.length : firstCall, 0, ...notes)
}

/** Rebuilds the block with its keys in a fixed order, so that equal blocks give equal bytes. */
function ownText(block: ThinkingBlock): ThinkingBlock
function ownText(block: TextBlock): TextBlock
function ownText(block: TextBlock | ThinkingBlock): TextBlock | ThinkingBlock {
  const { type, provider_data: data } = block
  const text = block.text.toWellFormed()
  if (data === undefined) return { type, text, ...stampOf(block) }
  return { type, text, ...stampOf(block), provider_data: canonicalJson(data) }
}

function ownCall(block: ToolCallBlock): ToolCallBlock {
  const { provider_data: data } = block
  return data === undefined ? block : { ...block, provider_data: canonicalJson(data) }
}

/** Keeps the provider's own call id if the target has the same provider: all its models accept it. */
function foreignCall(block: ToolCallBlock, target: TranscriptTarget): ToolCallBlock {
  const { type, id, name, provider, provider_id: minted, malformed_arguments: malformed } = block
  const given = { ...argumentsOf(block), ...defined({ malformed_arguments: malformed }) }
  if (minted === undefined || provider !== target.provider) return { type, id, name, ...given }
  return { type, id, name, ...given, provider_id: minted }
}
