import { runGrabacion } from './correr'
import { ErrorGrabacion, Nombres, readCaminos, readLectores, readSucesos, withoutRecorrido } from './leer'
import { createMedia } from './media'
import { createMotor } from './motor'

/** Readings of the recording for the warm-up with discarded methods, and maximum repetitions for shorter recordings. */
const ENSAYO = 200_000
const ENSAYOS = 10

/** Judge the strongest mean and the engine by the recording in a folder. Throws ErrorGrabacion where it cannot be read. */
export async function judge(folder: string) {
  const zonas = new Nombres()
  const tags = new Nombres()
  const lectores = await readLectores(folder, zonas)
  const verdad = await readCaminos(folder, 'truth.csv', zonas, tags)
  if (!verdad) throw new ErrorGrabacion('truth.csv: no existe')
  if (!verdad.size) throw new ErrorGrabacion('truth.csv: no tiene ninguna fila')
  const recorridos = (await readCaminos(folder, 'calibration.csv', zonas, tags)) ?? new Map()
  const juzgados = new Map([...verdad].map(([tag, c]) => [tag, withoutRecorrido(c, recorridos.get(tag))]))
  const sucesos = await readSucesos(folder, lectores, zonas, tags)
  const run = (maximum?: number) =>
    runGrabacion(
      folder,
      lectores,
      tags,
      juzgados,
      sucesos,
      { mean: createMedia(lectores.zona), motor: createMotor(lectores, recorridos) },
      (que) => new ErrorGrabacion(que),
      maximum,
    )
  // Warm-up, so that the measurement does not include JIT compilation.
  let ensayadas = 0
  for (let k = 0; k < ENSAYOS && ensayadas < ENSAYO; k++) ensayadas += (await run(ENSAYO)).lecturas
  return (await run()).resultados
}
