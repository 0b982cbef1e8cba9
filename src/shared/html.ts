import { visibleText } from './visible-text.ts'

/** Markup in which all texts are escaped. Made by `html` alone. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/**
 * A template of HTML. Texts and numbers are escaped, so they can stand between tags and in attributes with quotes; what
 * could hide something in them becomes visible.
 */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(markupOf)))
}

function markupOf(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.markup
  if (typeof value === 'object') return value.map(({ markup }) => markup).join('')
  return visibleText(String(value)).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
