import type { SlashCommandName, SlashCommandWord } from '../../../shared/slash-commands.ts'

/** What the commands of the prompt box do. */
export const slashSummaries: Readonly<Record<SlashCommandName, string>> = {
  model: 'Modell und Denkstufe wechseln; allein: das aktuelle und die Liste anzeigen',
  fork: 'Einen untergeordneten Agenten erstellen, der den Kontext erbt oder das, was auf eine Marke folgt',
  mark: 'Eine Marke im Kontext setzen',
  clear:
    'Den Kontext leeren oder zu einer Marke zurückspulen; /clear --result lässt die neuesten Ergebnisse weg, /clear --undo macht das letzte davon rückgängig',
  compress: 'Den Kontext, oder was auf eine Marke folgt, durch eine Zusammenfassung des Modells ersetzen',
  send: 'Eine Nachricht an einen anderen Agenten senden; parent ist die Adresse des übergeordneten',
  'check-mail': 'Die ungelesenen Nachrichten lesen',
  kill: 'Einen Agenten und alle Nachkommen beenden; ihr Verlauf bleibt',
  stop: 'Anhalten, was in diesem Agenten und darunter läuft; all: alles, was läuft',
  agents: 'Den Agentenbaum anzeigen',
  system: 'Den System-Prompt anzeigen oder ändern',
  help: 'Die Befehle anzeigen oder einen davon',
  exit: 'Die Sitzung beenden',
}

/** The words that follow some of them. */
export const slashWordSummaries: Readonly<Record<SlashCommandWord, string>> = {
  '--undo': 'Letztes Leeren, Zurückspulen oder Komprimieren rückgängig machen',
  '--result': 'Ergebnisse und Dateien seit der letzten Antwort weglassen',
  all: 'Alles, was läuft',
  edit: 'Den System-Prompt ändern',
}
