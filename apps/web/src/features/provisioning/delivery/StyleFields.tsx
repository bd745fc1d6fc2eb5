import { Checkbox, ColorInput, Select } from '@mantine/core'
import {
  type CornerShape,
  cornerShapes,
  type GradientDirection,
  gradientDirections,
  type ModuleShape,
  moduleShapes,
  type QrStyle,
} from '@simwright/qr'
import { useState } from 'react'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { Grid } from '../../../ui/layout/layout.tsx'

const texts = deliveryTexts.editor

type StyleFieldsProps = {
  style: QrStyle
  fault: { path: string; text: string } | undefined
  onChange: (style: QrStyle) => void
}

/** The colors and shapes of a style. */
export function StyleFields({ style, fault, onChange }: StyleFieldsProps) {
  const set = (changes: Partial<QrStyle>) => onChange({ ...style, ...changes })
  const { gradient, cornerColor } = style
  const color = (label: string, path: string, value: string, onColor: (color: string) => void) => (
    <ColorField label={label} value={value} error={fault?.path === path && fault.text} onColor={onColor} />
  )
  return (
    <>
      <Grid columns={2} singleBelow="36em" align="start">
        {color(texts.foreground, 'foreground', style.foreground, (foreground) => set({ foreground }))}
        {color(texts.background, 'background', style.background, (background) => set({ background }))}
      </Grid>
      <Grid columns={2} singleBelow="36em" align="start">
        <Select
          label={texts.gradient}
          allowDeselect={false}
          data={['none' as const, ...gradientDirections].map((value) => ({ value, label: texts.directions[value] }))}
          value={gradient?.direction ?? 'none'}
          onChange={(value) =>
            set({
              gradient:
                value === 'none'
                  ? null
                  : { to: gradient?.to ?? style.foreground, direction: value as GradientDirection },
            })
          }
        />
        {gradient &&
          color(texts.gradientTo, 'gradient.to', gradient.to, (to) => set({ gradient: { ...gradient, to } }))}
      </Grid>
      <Grid columns={2} singleBelow="36em" align="start">
        <Checkbox
          style={{ paddingTop: 8 }}
          label={texts.cornerColor}
          checked={cornerColor !== null}
          onChange={(event) => set({ cornerColor: event.currentTarget.checked ? style.foreground : null })}
        />
        {cornerColor !== null &&
          color(texts.cornerColorOf, 'cornerColor', cornerColor, (next) => set({ cornerColor: next }))}
      </Grid>
      <Grid columns={2} singleBelow="36em" align="start">
        <Select
          label={texts.modules}
          allowDeselect={false}
          data={moduleShapes.map((value) => ({ value, label: texts.moduleShapes[value] }))}
          value={style.modules}
          onChange={(modules) => set({ modules: modules as ModuleShape })}
        />
        <Select
          label={texts.corners}
          allowDeselect={false}
          data={cornerShapes.map((value) => ({ value, label: texts.cornerShapes[value] }))}
          value={style.corners}
          onChange={(corners) => set({ corners: corners as CornerShape })}
        />
      </Grid>
    </>
  )
}

type ColorFieldProps = {
  label: string
  value: string
  error: string | false
  onColor: (color: string) => void
}

/** Shows the typed text until the input is left; reports it as soon as it is a valid color. */
function ColorField({ label, value, error, onColor }: ColorFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <ColorInput
      label={label}
      withEyeDropper={false}
      fixOnBlur={false}
      value={typed ?? value}
      error={error}
      onChange={(next) => {
        setTyped(next)
        if (isColor(next)) onColor(next.toLowerCase())
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
