import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from 'echarts/charts'
import {
  GridComponent,
  type GridComponentOption,
  MarkLineComponent,
  type MarkLineComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components'
import { type ComposeOption, type ECharts, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

// Only the chart types in use: each one makes the bundle larger.
use([LineChart, BarChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

export type Opcion = ComposeOption<
  LineSeriesOption | BarSeriesOption | GridComponentOption | MarkLineComponentOption | TooltipComponentOption
>

/** A chart in SVG, which is sharp at any zoom and in print. Its container must already have a size. */
export function createGrafico(caja: HTMLElement, tema: object): ECharts {
  return init(caja, tema, { renderer: 'svg', locale: 'ES' })
}
