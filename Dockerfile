# One image for ROLE=web, worker and migrate: docs/deployment.md. Its steps are deploy/image/build.sh,
# which a test runs without Docker; this file itself was not run.
FROM node:24-bookworm-slim AS build
COPY . /source
RUN /source/deploy/image/build.sh /source /image

FROM debian:bookworm-slim
COPY --from=build /image /
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data HOME=/data \
    NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=512"
WORKDIR /srv/solvane
USER 1000:1000
VOLUME /data
EXPOSE 3000
ENTRYPOINT ["node"]
CMD ["start.mjs"]
