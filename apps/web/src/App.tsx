import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useMemo } from 'react'
import { callFailed } from './api/call.ts'
import './api/rule-text.ts'
import { usePlatform } from './brand/platform.ts'
import { themeOf, variablesOf } from './brand/theme.ts'
import { router, showTitle } from './router.tsx'
import { startTexts } from './texts/start.ts'
import { useFocusOnFirstError } from './ui/form/first-error.ts'
import { Toaster } from './ui/overlay/Toaster.tsx'
import { toast } from './ui/toast.ts'

const schemeManager = localStorageColorSchemeManager({ key: 'simwright.scheme' })

callFailed.listen(({ text, requestId }) => toast.error(text, { requestId }))

export function App() {
  const { style, appName } = usePlatform()
  const theme = useMemo(() => themeOf(style), [style])
  const variables = useMemo(() => variablesOf(style), [style])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title contains the application's name
  useEffect(showTitle, [appName])
  useFocusOnFirstError()
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
        deduplicateInlineStyles
      >
        <RouterProvider router={router} />
        <Toaster />
        <section id="overlays" aria-label={startTexts.overlays} />
      </MantineProvider>
    </StrictMode>
  )
}
