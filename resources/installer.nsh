; Included by electron-builder into the installer for Windows.
!include "WinMessages.nsh"

!define COMMAND_LINE "$INSTDIR\resources\app.asar.unpacked\command-line"

; Windows goes by what follows the last point of a name. Other programs have files that end so: ikigai is offered, and does not
; become the program for them.
!define OPEN_WITH "Software\Classes\.jsonl\OpenWithProgids"

!macro customInstall
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}" "ikigai log" ""
  ${ifNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION "Add the command ikigai to your PATH?$\r$\nTerminals that are opened afterwards find it." /SD IDNO IDNO notAdded
      nsExec::Exec "powershell -NoProfile -Command $\"$$path = [Environment]::GetEnvironmentVariable('Path', 'User'); if (($$path -split ';') -notcontains '${COMMAND_LINE}') { [Environment]::SetEnvironmentVariable('Path', ($$path.TrimEnd(';') + ';${COMMAND_LINE}'), 'User') }$\""
      Pop $0
    notAdded:
  ${endIf}
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "${OPEN_WITH}" "ikigai log"
  ${ifNot} ${isUpdated}
    nsExec::Exec "powershell -NoProfile -Command $\"$$path = [Environment]::GetEnvironmentVariable('Path', 'User'); [Environment]::SetEnvironmentVariable('Path', (($$path -split ';' | Where-Object { $$_ -ne '${COMMAND_LINE}' }) -join ';'), 'User')$\""
    Pop $0
    MessageBox MB_OK|MB_ICONINFORMATION "Your agents and settings were kept.$\r$\nThey are in $LOCALAPPDATA\ikigai and $APPDATA\ikigai. Remove these folders if you need them no more." /SD IDOK
  ${endIf}
!macroend
