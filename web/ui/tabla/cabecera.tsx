import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import { SOLO_LECTOR } from '../theme/solo-lector'
import { tinte, tono } from '../theme/tono'
import { Casilla } from './casilla'
import { claseOf } from './fila'
import type { Columna, Orden } from './tipos'

type Props<T> = {
  columnas: Columna<T>[]
  orden: Orden | undefined
  sort: (columna: string) => void
  ordenable: (columna: Columna<T>) => boolean
  marca?: 'todas' | 'algunas' | 'ninguna'
  onMark?: (todas: boolean) => void
}

/** Runs of adjacent columns with the same group. */
function bloquesOf<T>(columnas: Columna<T>[]) {
  const bloques: { id: string; grupo: Columna<T>['grupo']; columnas: number }[] = []
  for (const { id, grupo } of columnas) {
    const ultimo = bloques.at(-1)
    if (ultimo && ultimo.grupo?.nombre === grupo?.nombre) ultimo.columnas++
    else bloques.push({ id, grupo, columnas: 1 })
  }
  return bloques
}

export const conGrupos = <T,>(columnas: Columna<T>[]) => columnas.some((c) => c.grupo)

function Grupos<T>({ columnas, marcas }: { columnas: Columna<T>[]; marcas: boolean }) {
  return (
    <tr aria-rowindex={1} className="grupos">
      {marcas && <td />}
      {bloquesOf(columnas).map(({ id, grupo, columnas: cuantas }) =>
        grupo ? (
          <th
            key={id}
            scope="colgroup"
            colSpan={cuantas}
            style={{
              background: tinte(grupo.token, 14),
              color: tono(grupo.token),
              boxShadow: `inset 0 2px 0 ${tono(grupo.token)}`,
            }}
          >
            {grupo.nombre}
          </th>
        ) : (
          <td key={id} colSpan={cuantas} />
        ),
      )}
    </tr>
  )
}

const ARIA = { asc: 'ascending', desc: 'descending' } as const

export function Cabecera<T>({ columnas, orden, sort, ordenable: esOrdenable, marca, onMark }: Props<T>) {
  const agrupada = conGrupos(columnas)
  return (
    <thead>
      {agrupada && <Grupos columnas={columnas} marcas={onMark !== undefined} />}
      <tr aria-rowindex={agrupada ? 2 : 1}>
        {onMark && (
          <th scope="col">
            <Casilla
              marcada={marca === 'todas'}
              aMedias={marca === 'algunas'}
              etiqueta="Seleccionar todas las filas de la página"
              onChange={onMark}
            />
          </th>
        )}
        {columnas.map((c) => {
          const sentido = orden?.columna === c.id ? orden.sentido : undefined
          const ordenable = esOrdenable(c)
          const Flecha = sentido === 'desc' ? ArrowDownward : ArrowUpward
          return (
            <th
              key={c.id}
              scope="col"
              className={claseOf(c)}
              // A name of two words under a group wraps to two lines instead of widening the column.
              style={
                c.grupo && { background: tinte(c.grupo.token, 6), whiteSpace: 'normal', lineHeight: '14px' }
              }
              aria-sort={ordenable ? (sentido ? ARIA[sentido] : 'none') : undefined}
            >
              {ordenable ? (
                <button type="button" data-activa={sentido && true} onClick={() => sort(c.id)}>
                  {c.titulo}
                  <Flecha aria-hidden />
                </button>
              ) : (
                <span style={c.sinTitulo ? SOLO_LECTOR : undefined}>{c.titulo}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
