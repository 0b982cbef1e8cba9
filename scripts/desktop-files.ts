import { LOG_FILE_EXTENSION, LOG_FILE_TYPE, PROTOCOL } from '../electron-builder.config.ts'

/** How menus and file managers of Linux start the app. */
export function desktopEntry(): string {
  return `[Desktop Entry]
Type=Application
Name=ikigai
Comment=Think with several AI models at once
Exec=/opt/ikigai/ikigai %U
Icon=ikigai
Terminal=false
Categories=Utility;Development;
StartupWMClass=ikigai
MimeType=${LOG_FILE_TYPE};x-scheme-handler/${PROTOCOL};
`
}

/** The type of the files that the app opens. */
export function mimeType(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="${LOG_FILE_TYPE}">
    <comment>Log of ikigai</comment>
    <glob pattern="*.${LOG_FILE_EXTENSION}"/>
  </mime-type>
</mime-info>
`
}

const CACHES = `for refresh in "update-desktop-database -q /usr/share/applications" "update-mime-database /usr/share/mime" \\
  "gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor"; do
  if command -v "\${refresh%% *}" >/dev/null 2>&1; then $refresh || true; fi
done`

/** Said when the package goes: dpkg asks nothing, and a user's data are not its files. */
const KEPT = `  echo "ikigai was removed. The agents and settings of users were kept: ~/.local/share/ikigai, ~/.local/share/ikigai-upgrade"
  echo "and ~/.config/ikigai of each user, /var/lib/ikigai of root. Remove them by hand if they are needed no more."`

/** What dpkg runs as root, by name. */
export function controlScripts(): Readonly<Record<'postinst' | 'postrm', string>> {
  return {
    postinst: `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  # Chromium's helper for its sandbox, where the system forbids namespaces to users.
  if [ -f /opt/ikigai/chrome-sandbox ]; then chown root:root /opt/ikigai/chrome-sandbox; chmod 4755 /opt/ikigai/chrome-sandbox; fi
fi
${CACHES}
`,
    postrm: `#!/bin/sh
set -e
if [ "$1" = remove ] || [ "$1" = purge ]; then
${KEPT}
fi
${CACHES}
`,
  }
}
