export const appletFileTexts = {
  open: 'Applet files',
  title: 'Applet files',
  about:
    'Files are checked and stored encrypted. The portal never runs them. A configuration keeps its file until you edit the configuration.',
  option: '{name}, version {version}, {hash}',
  choose: 'Upload an applet file',
  chooseFor: 'Choose the file that replaces {name}',
  hint: 'CAP or IJC, up to {kib} KiB, 1 MiB unpacked',
  package: 'Package {aid}, version {version}',
  hash: 'SHA-256',
  used: 'in use',
  wasReplaced: 'replaced',
  replace: 'Replace',
  replaceFile: 'Replace {name}',
  removeFile: 'Delete {name}',
  saved: 'Applet file uploaded.',
  removed: 'Applet file deleted.',
} as const
