import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** A preview is for eyes; past this there are better ways to look at a file. Characters. */
const MAX_PREVIEW = 200_000
/** Steps that finding the smallest difference may take; two files that share nothing need none of it. */
const MAX_EDIT_LENGTH = 20_000

/** What an edit changes, as a unified diff. `before` null: the file is made. */
export function editPreview(path: string, before: string | null, after: string): string {
  const patch = createTwoFilesPatch(before === null ? '/dev/null' : path, path, before ?? '', after, '', '', {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: MAX_EDIT_LENGTH,
  })
  if (patch === undefined) return `${path}: nearly all of ${before?.length ?? 0} characters are replaced.`
  return patch.length <= MAX_PREVIEW ? patch : `${patch.slice(0, MAX_PREVIEW)}\n[… the rest is not shown …]\n`
}
