# The bot in a container: docs/operating.md, "Containers". tests/packaging follows these steps without Docker.
FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
RUN python -m venv /build && python -m venv --without-pip /opt/remik
COPY constraints.txt requirements.lock ./
RUN /build/bin/pip --python /opt/remik/bin/python install --require-hashes -r requirements.lock
RUN /build/bin/pip install -c constraints.txt hatchling
COPY pyproject.toml README.md LICENSE ./
COPY deploy/commit_hook.py deploy/
COPY bot bot
COPY cogs cogs
COPY data data
COPY render render
# What `remik --version` names, as the image's build has no history: --build-arg COMMIT=$(git rev-parse --short=12 HEAD)
ARG COMMIT=
RUN /build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /wheel .
RUN /build/bin/pip --python /opt/remik/bin/python install --no-deps /wheel/remik-*.whl

FROM python:3.13-slim
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data remik \
    && install --directory --owner=remik --group=remik --mode=0700 /data
COPY --from=build /opt/remik /opt/remik
ENV PATH=/opt/remik/bin:$PATH REMIK_DATABASE_URL=sqlite+aiosqlite:////data/remik.db
WORKDIR /data
VOLUME /data
USER 10001:10001
HEALTHCHECK --interval=60s --timeout=10s --start-period=120s CMD ["remik", "health"]
ENTRYPOINT ["remik"]
CMD ["run"]
