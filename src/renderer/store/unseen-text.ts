import type { UnseenFiles, UnseenKind } from '../../shared/file-outcome.ts'
import type { FileTarget } from '../../shared/model-content.ts'
import type { ModelList } from '../../shared/model-info.ts'
import { texts } from '../text/texts.ts'
import { modelTitle } from './model-title.ts'

const words = texts.prompt.files

/** A warning about files that a model will not be sent. */
export interface UnseenWarning {
  /** `2 pictures will not be seen` */
  readonly count: string
  /** `gpt-oss-120b can’t see images · it gets a note instead` */
  readonly reason: string
}

/** Returns why a model will not see files: `gpt-oss-120b can’t see images`. */
export function unseenReason(list: ModelList | null, target: FileTarget, kinds: readonly UnseenKind[]): string {
  const cannot = kinds.map((kind) => words.cannot[kind]).join(', ')
  return words.unseenBy({ model: modelTitle(list, target.provider, target.model), cannot })
}

export function unseenWarning(list: ModelList | null, target: FileTarget, unseen: UnseenFiles): UnseenWarning {
  const { files, arePictures, kinds } = unseen
  return {
    count: arePictures ? words.unseenPictures({ pictures: files }) : words.unseenFiles({ files }),
    reason: words.unseenOne({ reason: unseenReason(list, target, kinds) }),
  }
}
