import type { ChangeSpan } from './change-spans.ts'

/** Returns the path as users see it: outside the agent's folder it is absolute. */
export function shownPath({ place }: Pick<ChangeSpan, 'place'>, path: string): string {
  return place.folder === '/' ? `/${path}` : path
}
