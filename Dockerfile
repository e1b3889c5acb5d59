# raddle with a C compiler for preprocessing: docker build -t raddle . && docker run --rm -v "$PWD:/work" raddle check a.c
FROM rust:1.89-bookworm AS build
COPY . /raddle
WORKDIR /raddle
RUN cargo build --profile dist --locked -p raddle-cli

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev libstdc++6 make \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /raddle/target/dist/raddle /usr/local/bin/raddle
RUN raddle doctor
WORKDIR /work
ENTRYPOINT ["raddle"]
CMD ["--help"]
