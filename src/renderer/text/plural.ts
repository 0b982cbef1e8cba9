import type { Language } from './language.ts'

/** The forms of a text by number; languages with more forms than two have them all. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Returns a function that selects the form that a language uses for a number. */
export function pluralIn(language: Language): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => forms[rules.select(count)] ?? forms.other
}
