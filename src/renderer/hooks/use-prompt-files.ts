import type { AttachmentBlock } from '../../shared/attachment.ts'
import { NO_ATTACHMENTS } from '../store/draft-store.ts'
import type { PromptOwner } from '../store/prompt-files.ts'
import { useComparisons, useDrafts } from './use-stores.ts'

/** Returns the files in a prompt box that were not sent yet. */
export function usePromptFiles(owner: PromptOwner): readonly AttachmentBlock[] {
  const shared = useComparisons(({ list }) => list.find(({ id }) => id === owner)?.draftFiles)
  const own = useDrafts(({ files }) => files.get(owner))
  return shared ?? own ?? NO_ATTACHMENTS
}
