import { type Language, LANGUAGE_TAG } from './language.ts'

/** Of English, the forms that its texts have: figures as in the United States, days before months. */
const LOCALES: Readonly<Record<Language, { readonly figures: string; readonly dates: string }>> = {
  en: { figures: 'en-US', dates: 'en-GB' },
  de: { figures: 'de-DE', dates: 'de-DE' },
}

/** For numbers, sizes and amounts of money. */
export const FIGURE_LOCALE = LOCALES[LANGUAGE_TAG].figures

/** For days and times. */
export const DATE_LOCALE = LOCALES[LANGUAGE_TAG].dates

/** A point that divides thousands: the digits before it are no lone zero, and three digits follow it. */
const GERMAN_GROUPING = /(?<=[1-9]\d*(?:\.\d{3})*)\.(?=\d{3}(?!\d))/g

/**
 * Returns a typed number in the English notation, which the parsers of `shared` read: `1.500,25 $` as `1500.25` in German.
 * A point that cannot divide thousands is a decimal point.
 */
export function inEnglishNotation(typed: string, language: Language = LANGUAGE_TAG): string {
  if (language === 'en') return typed
  return typed.replaceAll(/[\s$]/g, '').replaceAll(GERMAN_GROUPING, '').replace(',', '.')
}
