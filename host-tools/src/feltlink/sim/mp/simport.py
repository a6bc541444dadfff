# The simulated UART's two buffers. Bytes leave at the pace of the baud rate; bytes that come to a
# full buffer, or while interrupts are off and the FIFO is full, are lost, as on the chip.
import simchip

FIFO = 32
ring = bytearray(256)
head = 0
count = 0
lost = 0
byte_us = 87
room = 256 + FIFO  # bytes that may wait to be sent
sent_us = 0  # when the last byte given will have left
block_us = 0  # nobody reads: a write beyond `block_room` bytes blocks for so long and is lost
block_room = 0


def take(_a, _b, n):
    global count, lost
    space = len(ring)
    if simchip.clock() < simchip.masked_until_us and space > FIFO:
        space = FIFO
    data = simchip.payload
    for i in range(n):
        if count >= space:
            lost += n - i
            break
        at = head + count
        ring[at if at < len(ring) else at - len(ring)] = data[i]
        count += 1


def block(_a, us, _n):
    global block_us, block_room
    block_us = us
    block_room = 256


def setup(baud, rxbuf, txbuf):
    global ring, head, count, byte_us, room
    ring = bytearray(rxbuf)
    head = count = 0
    byte_us = 10000000 // baud
    room = txbuf + FIFO


def waiting():
    simchip.look()
    return count


def read_into(buf, n):
    global head, count
    simchip.look()
    if n > count:
        n = count
    for i in range(n):
        buf[i] = ring[head]
        head += 1
        if head == len(ring):
            head = 0
    count -= n
    return n


def free():
    "Bytes that fit now."
    late = sent_us - simchip.clock()
    return room - late // byte_us if late > 0 else room


def write(buf, n):
    "Take what fits of buf[:n]; return how much."
    global sent_us, block_room
    simchip.look()
    if block_us:
        if n > block_room:
            simchip.sleep_us(block_us)
            return 0
        block_room -= n
        return n
    now = simchip.clock()
    if sent_us < now:
        sent_us = now
    space = room - (sent_us - now) // byte_us
    if n > space:
        n = space
    if n <= 0:
        return 0
    sent_us += n * byte_us
    simchip.send(84, 0, 0, sent_us, buf, n)  # T
    return n


simchip.on_bytes = take
simchip.on_block = block
