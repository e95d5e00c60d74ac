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

// Only what some chart of the product uses: each kind more is a line here and weight on the wire.
use([LineChart, BarChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

export type Opcion = ComposeOption<
  LineSeriesOption | BarSeriesOption | GridComponentOption | MarkLineComponentOption | TooltipComponentOption
>

/** A chart in SVG, which is sharp at any zoom and in print. Its container has a size already. */
export function createGrafico(caja: HTMLElement, tema: object): ECharts {
  return init(caja, tema, { renderer: 'svg', locale: 'ES' })
}
