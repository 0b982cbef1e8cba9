import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** Longest preview, characters. A longer one is not useful to read. */
export const MAX_PREVIEW = 200_000
/** Most steps for finding the smallest difference. Two files without common lines need none. */
const MAX_EDIT_LENGTH = 20_000

/** Returns the changes of an edit as a unified diff. `before` null: the file is created. */
export function editPreview(path: string, before: string | null, after: string): string {
  if (before === after) return `${path}: nothing changes.`
  const patch = createTwoFilesPatch(before === null ? '/dev/null' : path, path, before ?? '', after, '', '', {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: MAX_EDIT_LENGTH,
  })
  if (patch === undefined) return `${path}: nearly all of ${before?.length ?? 0} characters are replaced.`
  return patch.length <= MAX_PREVIEW ? patch : `${patch.slice(0, MAX_PREVIEW)}\n[… the rest is not shown …]\n`
}
