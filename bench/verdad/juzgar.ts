import { runGrabacion, warmUp } from './correr'
import { ErrorGrabacion, Nombres, readCaminos, readLectores, readSucesos, withoutRecorrido } from './leer'
import { createMedia } from './media'
import { createMotor } from './motor'

const PASEO_DE_CALENTAR = { t: [0, 100, 200], zona: [0, 1, -1] }

/** The strongest mean and the engine, judged by the recording of a folder. Throws ErrorGrabacion where it cannot be read. */
export async function judge(carpeta: string) {
  const zonas = new Nombres()
  const tags = new Nombres()
  const lectores = await readLectores(carpeta, zonas)
  const verdad = await readCaminos(carpeta, 'truth.csv', zonas, tags)
  if (!verdad) throw new ErrorGrabacion('truth.csv: no existe')
  if (!verdad.size) throw new ErrorGrabacion('truth.csv: no tiene ninguna fila')
  const recorridos = (await readCaminos(carpeta, 'calibration.csv', zonas, tags)) ?? new Map()
  const juzgados = new Map([...verdad].map(([tag, c]) => [tag, withoutRecorrido(c, recorridos.get(tag))]))
  warmUp(createMedia(lectores.zona), lectores.zona.length)
  warmUp(createMotor(lectores, new Map([[0, PASEO_DE_CALENTAR]])), lectores.zona.length)
  return runGrabacion(
    carpeta,
    lectores,
    tags,
    juzgados,
    await readSucesos(carpeta, lectores, zonas, tags),
    { mean: createMedia(lectores.zona), motor: createMotor(lectores, recorridos) },
    (que) => new ErrorGrabacion(que),
  )
}
