import type * as English from '../en/updates.ts'

/** Settings › About: newer versions. */
export const updates: typeof English.updates = {
  title: 'Updates',
  channel: 'Neuere Versionen',
  channels: { stable: 'Fertige', preview: 'Auch Vorschauen', off: 'Nicht suchen' },
  state: 'Diese Version',
  newest: ({ version }) => `${version} ist die neueste Version.`,
  unknown: ({ version }) => `${version}`,
  newer: ({ version, newest }) => `${newest} ist neuer als diese, ${version}.`,
  checkedAt: ({ date }) => `Gesucht am ${date}.`,
  check: 'Jetzt suchen',
  checking: 'Wird gesucht…',
  install: 'Installieren und neu starten',
  load: 'Laden',
  loading: 'Wird geladen…',
  installing: 'Wird neu gestartet…',
  installAnyway: 'Neu starten, während Agenten laufen',
  hint: 'Die Liste der Versionen und die Datei werden mit einem Schlüssel von ikigai geprüft, bevor etwas ersetzt wird, und die Kopie für Upgrades wird zuvor vervollständigt.',
  run: ({ command }) => `Ausführen: ${command}`,
  refusals: {
    off: 'Die Suche nach Updates ist ausgeschaltet. Einen Kanal unter Einstellungen, Info wählen.',
    no_place:
      'Dieses ikigai wurde ohne einen Ort für Updates gebaut. Eine neuere Version so installieren, wie diese installiert wurde.',
    no_keys:
      'Updates können nicht geprüft werden: Dieser Build von ikigai hat keinen Schlüssel dafür. Eine neuere Version so installieren, wie diese installiert wurde.',
    unreachable:
      'Die Liste der Updates konnte nicht gelesen werden. Verbindung und Proxy prüfen, dann noch einmal versuchen.',
    host_not_named:
      'Verbindungen sind durch „only_hosts“ begrenzt, und der Server der Updates steht nicht darin. Seinen Host dort eintragen, wenn er erreicht werden darf.',
    insecure_address:
      'Der Server der Updates führte zu einer Adresse ohne Verschlüsselung. Nichts wurde geladen; später noch einmal versuchen.',
    oversized_feed:
      'Die Liste der Updates ist größer, als eine solche Liste sein kann. Nichts wurde geladen. Das den Entwicklern melden.',
    no_signature: 'Die Liste der Updates hat keine Signatur. Nichts wurde installiert; später noch einmal versuchen.',
    unreadable_note:
      'Die Signatur der Liste der Updates ist nicht lesbar. Nichts wurde installiert. Das den Entwicklern melden.',
    foreign_signature:
      'Die Liste der Updates ist nicht mit einem Schlüssel von ikigai signiert. Nichts wurde installiert. Das den Entwicklern melden.',
    changed_feed:
      'Die Liste der Updates ist nicht die, die signiert wurde. Nichts wurde installiert; später noch einmal versuchen.',
    other_channel:
      'Die Liste der Updates gehört zu einem anderen Kanal. Nichts wurde installiert. Das den Entwicklern melden.',
    other_machine:
      'Die Liste der Updates gehört zu einem anderen System oder Prozessor. Nichts wurde installiert. Das den Entwicklern melden.',
    expired:
      'Die Signatur der Liste der Updates ist abgelaufen. Das Datum dieses Computers prüfen, dann später noch einmal versuchen.',
    future: 'Die Liste der Updates wurde in der Zukunft signiert. Das Datum dieses Computers prüfen.',
    unreadable_feed:
      'Die Liste der Updates ist signiert, aber keine. Nichts wurde installiert. Das den Entwicklern melden.',
    replayed:
      'Die Liste der Updates ist älter als eine, die hier schon gesehen wurde. Nichts wurde installiert. Das den Entwicklern melden.',
    downgrade: 'Die Liste der Updates bietet eine ältere Version als diese an. Nichts wurde installiert.',
    no_file:
      'Die Liste der Updates hat keine Datei für diese Installation. Die neuere Version so installieren, wie diese installiert wurde.',
    incomplete_file: 'Das Update kam unvollständig an und wurde entfernt. Noch einmal versuchen.',
    changed_file:
      'Das Update ist nicht die Datei, die signiert wurde, und wurde entfernt. Nichts wurde installiert. Das den Entwicklern melden.',
    not_stored:
      'Das Update konnte nicht gespeichert werden. Platz auf dem Datenträger schaffen, dann noch einmal versuchen.',
    not_installed:
      'Das Update wurde geladen und geprüft, aber das System ließ die Installation nicht zu. Es von Hand installieren.',
  },
  news: 'Neu in dieser Version',
  noNews: 'Über diese Version ist nichts vermerkt.',
}
