; Included by electron-builder into the installer for Windows.
!include "WinMessages.nsh"

!define COMMAND_LINE "$INSTDIR\resources\app.asar.unpacked\command-line"

!macro customInstall
  ${ifNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION "Add the command ikigai to your PATH?$\r$\nTerminals that are opened afterwards find it." /SD IDNO IDNO notAdded
      nsExec::Exec "powershell -NoProfile -Command $\"$$path = [Environment]::GetEnvironmentVariable('Path', 'User'); if (($$path -split ';') -notcontains '${COMMAND_LINE}') { [Environment]::SetEnvironmentVariable('Path', ($$path.TrimEnd(';') + ';${COMMAND_LINE}'), 'User') }$\""
      Pop $0
    notAdded:
  ${endIf}
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    nsExec::Exec "powershell -NoProfile -Command $\"$$path = [Environment]::GetEnvironmentVariable('Path', 'User'); [Environment]::SetEnvironmentVariable('Path', (($$path -split ';' | Where-Object { $$_ -ne '${COMMAND_LINE}' }) -join ';'), 'User')$\""
    Pop $0
    MessageBox MB_OK|MB_ICONINFORMATION "Your agents and settings were kept.$\r$\nThey are in $LOCALAPPDATA\ikigai and $APPDATA\ikigai. Remove these folders if you need them no more." /SD IDOK
  ${endIf}
!macroend
