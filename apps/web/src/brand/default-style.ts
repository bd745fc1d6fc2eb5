import type { AppConfig } from '@simwright/contract/platform/brand'

/** The style until the server's first answer. */
export const defaultStyle: AppConfig['styleProperties'] = {
  theme: '#4453d6',
  palette: [
    '#ecefff',
    '#d7dbfc',
    '#adb4f0',
    '#808ae4',
    '#5a67db',
    '#4453d6',
    '#3445d4',
    '#2637bc',
    '#1f31a9',
    '#132996',
  ],
  primaryShade: { light: 5, dark: 5 },
}
