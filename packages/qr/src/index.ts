export { type Drawing, drawQr, type LogoRoom, type Paint, type Shape } from './draw.ts'
export {
  type CornerShape,
  cornerShapes,
  type GradientDirection,
  gradientDirections,
  type ModuleShape,
  moduleShapes,
  plainStyle,
  type QrStyle,
} from './style.ts'
export { type SvgOptions, svgBody, svgOf } from './svg.ts'
